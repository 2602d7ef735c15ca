//! Event streams: launches, completions, messages and the other events of two runs against each other.
//!
//! The events of a side come from a trace, from a log in CSV or from the monitor lanes of a dump. Those of one kind
//! with one key, as the launches of entry 3, are a stream; streams are compared in their order, without regard to one
//! another. Both logs are held in memory.

mod context;
mod csv_log;
mod hint;
mod judge;
mod lanes;
mod lines;
mod log;
mod names;
mod refused;
mod report;
mod self_test;
mod shape;
mod source;
mod streams;
mod text;
mod trace;

use std::path::Path;

use thiserror::Error;

use super::options::{DiffOptions, Skip};
use super::report::DiffReport;
use hws_input::{Diagnostic, Place};

use crate::pattern::fits;
use log::{EventLogFile, Logged};
use names::Names;
use shape::Shape;
use streams::{Matcher, Rules, StreamKey, Streams, streams};

pub use report::{EventContext, EventDifference, EventReport, EventState, EventStream, ShownEvent};
pub(super) use text::{headline, text};

/// Whether the two are compared as streams of events: if they are to be, or if one has nothing else.
pub(super) fn is_wanted(a: &Path, b: &Path, options: &DiffOptions) -> bool {
    options.events || source::has_only_events(a) || source::has_only_events(b)
}

/// Compares two logs.
pub(super) fn diff(report: DiffReport, a: &Path, b: &Path, options: &DiffOptions) -> DiffReport {
    if let Some(reason) = refused::option(options) {
        return report.fail(reason);
    }
    let mut names = Names::new();
    let mut sides = Vec::new();
    for (number, (path, side)) in [(a, &options.a), (b, &options.b)].into_iter().enumerate() {
        match source::read(path, side, &mut names) {
            Ok(log) => sides.push(log),
            Err(reason) => {
                let found = Diagnostic::new("unreadable-dump", Place::UNKNOWN, reason);
                let found = found.in_file(&report.files[number]);
                return report.refuse(vec![found]);
            }
        }
    }
    match <[EventLogFile; 2]>::try_from(sides) {
        Ok(sides) => compare(report, sides, names, options),
        Err(_) => report.fail("reading failed without a reason"),
    }
}

/// Reads an event log, a trace or a table, plain or gzip, and returns the number of its events.
///
/// # Errors
/// [`EventLogError`]: the first mistake, with its line.
pub fn count_events(log: &[u8]) -> Result<usize, EventLogError> {
    let read = source::read_bytes(log, &mut Names::new()).map(|log| log.events.len());
    read.map_err(|reason| EventLogError { reason })
}

/// Why a file is not an event log.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{reason}")]
pub struct EventLogError {
    /// The first mistake, with its line.
    pub reason: String,
}

/// Two logs and all that is needed to compare them.
struct Comparison<'o> {
    sides: [EventLogFile; 2],
    names: Names,
    shape: Shape,
    rules: Rules,
    options: &'o DiffOptions,
    /// Cycles from this one on, as A counts, are not compared: one side is cut, or ends, there.
    end: Option<(u32, i64)>,
}

fn compare(
    mut report: DiffReport,
    mut sides: [EventLogFile; 2],
    mut names: Names,
    options: &DiffOptions,
) -> DiffReport {
    let shape = Shape::new(&mut sides, &mut names);
    let rules = Rules {
        offset: options.offsets.last().map_or(0, |offset| offset.value),
        reorder: options.reorder,
        slack: options.slack,
    };
    let end = judge::end(&sides, &rules, options);
    let comparison = Comparison { sides, names, shape, rules, options, end };
    if let Err(reason) = comparison.check_patterns() {
        return report.fail(reason);
    }
    let mut streams = comparison.streams();
    let pairs = comparison.run(&mut streams);
    judge::fill(&mut report, &comparison, &streams, &pairs);
    if let Some(seed) = options.self_test {
        self_test::run(&mut report, &comparison, seed);
    }
    report
}

/// The events of A with their partners in B.
type Partners = Vec<(usize, usize)>;

impl Comparison<'_> {
    fn matcher(&self) -> Matcher<'_> {
        Matcher { a: &self.sides[0], b: &self.sides[1], rules: self.rules }
    }

    fn streams(&self) -> Streams {
        let names = &self.names;
        let mut all = streams([&self.sides[0], &self.sides[1]], &self.shape, |side, event| {
            !self.is_after_the_end(side, event) && !self.is_skipped(side, event)
        });
        all.retain(|key, _| {
            let name = self.stream_name(*key);
            let is_named = |pattern: &String| fits(pattern, &name) || fits(pattern, names.text(key.0));
            let (only, ignore) = (&self.options.only, &self.options.ignore);
            !ignore.iter().any(is_named) && (only.is_empty() || only.iter().any(is_named))
        });
        all
    }

    fn run(&self, streams: &mut Streams) -> Partners {
        let matcher = self.matcher();
        streams.iter_mut().flat_map(|(key, stream)| matcher.run(stream, &self.shape.kinds[&key.0])).collect()
    }

    /// "launch entry 3".
    fn stream_name(&self, (kind, key): StreamKey) -> String {
        let name = self.names.text(kind);
        match (self.shape.kinds.get(&kind).and_then(|kind| kind.key), key) {
            (Some(field), Some(value)) => {
                format!("{name}{}", log::shown(self.names.text(field), value, &self.names))
            }
            _ => name.to_owned(),
        }
    }

    fn is_after_the_end(&self, side: usize, event: &Logged) -> bool {
        self.end.is_some_and(|end| self.time_of(side, event) >= end)
    }

    fn time_of(&self, side: usize, event: &Logged) -> (u32, i64) {
        let offset = if side == 0 { 0 } else { self.rules.offset };
        (event.epoch, (event.cycle as i64).saturating_sub(offset))
    }

    /// Windows are cycles of A.
    fn is_skipped(&self, side: usize, event: &Logged) -> bool {
        let cycle = self.time_of(side, event).1;
        self.options.skips.iter().any(|skip| covers(skip, cycle))
    }

    /// A pattern that fits nothing is a mistake of the caller.
    fn check_patterns(&self) -> Result<(), String> {
        let all = streams([&self.sides[0], &self.sides[1]], &self.shape, |_, _| true);
        let mut known: Vec<String> = all.keys().map(|key| self.stream_name(*key)).collect();
        known.extend(self.shape.kinds.keys().map(|kind| self.names.text(*kind).to_owned()));
        known.extend(self.shape.only.iter().flatten().map(|(kind, _)| kind.clone()));
        let only = self.options.only.iter().map(|pattern| ("--only", pattern));
        let ignore = self.options.ignore.iter().map(|pattern| ("--ignore", pattern));
        let waivers = self.options.waivers.iter().map(|waiver| (waiver.place.as_str(), &waiver.signal));
        for (option, pattern) in only.chain(ignore).chain(waivers) {
            if !known.iter().any(|name| fits(pattern, name)) {
                let meant = hws_input::nearest(pattern, known.iter().map(String::as_str));
                let meant = hws_input::did_you_mean(meant);
                return Err(format!(
                    "{option}: `{pattern}` fits no kind of event and no stream; {meant}a kind is `launch`, a stream \
                     `launch entry 3`, and `*` is any text"
                ));
            }
        }
        Ok(())
    }
}

/// Whether a window of cycles covers a cycle; other windows are refused.
fn covers(skip: &Skip, cycle: i64) -> bool {
    match *skip {
        Skip::Cycles(from, to) => u64::try_from(cycle).is_ok_and(|cycle| (from..=to).contains(&cycle)),
        _ => false,
    }
}
