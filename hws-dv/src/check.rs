//! `hws check`: the verdict on dumps, and its reports.

mod cluster;
mod groups;
mod json;
pub(crate) mod junit;
pub(crate) mod text;
mod verdict;

use std::path::Path;

use crate::input;
use crate::lockstep::{Divergence, Lockstep, LockstepObserver, LockstepOutcome, Lost, Tally};
use crate::map::{Binding, NameMap, Port, SignalTarget};
use crate::sample::Sampler;
use crate::wave::{Cut, WaveEnd, WaveError, WaveFlow, WaveReader, WaveSink};

pub use cluster::{Cluster, clusters};
pub use json::json;
pub use junit::junit;
pub use text::{DumpText, Summary};
pub use verdict::DumpVerdict;

/// What is asked of a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// Fewer compared values are too few.
    pub min_compared: u64,
}

/// What a dump was compared with: the coverage of the comparison.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The scope of the HWS.
    pub scope: String,
    /// The number of signals that were compared.
    pub signals: usize,
    /// The signals that the dump does not have.
    pub missing: Vec<SignalTarget>,
    /// The signals that the map excludes.
    pub ignored: Vec<SignalTarget>,
    /// The signals with unknown bits, and how many of their values were not compared.
    pub unknown: Vec<(SignalTarget, u64)>,
}

/// The result for one dump.
#[derive(Clone, Debug)]
pub struct DumpReport {
    /// The name of the dump.
    pub file: String,
    /// The size of the file in bytes; `None` if it is not a file.
    pub size: Option<u64>,
    /// The verdict.
    pub verdict: DumpVerdict,
    /// Why the dump could not be compared, or not to its end: one sentence.
    pub problem: Option<String>,
    /// Oddities of the dump.
    pub warnings: Vec<String>,
    /// The first difference.
    pub divergence: Option<Box<Divergence>>,
    /// What was compared with what.
    pub coverage: Coverage,
    /// The counts.
    pub tally: Tally,
}

/// Compares one dump with the model.
#[must_use]
pub fn check(path: &Path, map: &NameMap, options: CheckOptions) -> DumpReport {
    check_observed(path, map, options, &mut ())
}

/// Compares like [`check()`], with an observer of the steps in which both agree.
#[must_use]
pub fn check_observed(
    path: &Path,
    map: &NameMap,
    options: CheckOptions,
    observer: &mut dyn LockstepObserver,
) -> DumpReport {
    let mut report = DumpReport {
        file: if path == Path::new(input::STANDARD_INPUT) {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        },
        size: std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len()),
        verdict: DumpVerdict::Unreadable,
        problem: None,
        warnings: Vec::new(),
        divergence: None,
        coverage: Coverage::default(),
        tally: Tally::default(),
    };
    match input::open(path) {
        Err(error) => report.problem = Some(error.to_string()),
        Ok(dump) => match Binding::new(map, dump.hierarchy()) {
            Err(error) => report.problem = Some(error.to_string()),
            Ok(binding) => report.compare(dump, map, &binding, options, observer),
        },
    }
    report
}

impl DumpReport {
    fn compare(
        &mut self,
        dump: Box<dyn WaveReader>,
        map: &NameMap,
        binding: &Binding,
        options: CheckOptions,
        observer: &mut dyn LockstepObserver,
    ) {
        let may_be_cut = dump.may_end_anywhere();
        let lockstep = Lockstep::new(map, binding, may_be_cut, observer);
        let mut sampler = Sampler::new(&binding.feeds, binding.targets.len(), map.edge, map.inputs, lockstep);
        let mut counted = CountedTime { inner: &mut sampler, stamps: 0 };
        let end = dump.read(&binding.select, &mut counted);
        let stamps = counted.stamps;
        let outcome = sampler.into_sink().into_outcome();
        self.cover(binding, &outcome.tally);
        self.conclude(end, outcome, binding, stamps, options);
    }

    fn cover(&mut self, binding: &Binding, tally: &Tally) {
        self.coverage = Coverage {
            scope: binding.scope.clone(),
            signals: (0..binding.targets.len()).filter(|&place| binding.compares(place)).count(),
            missing: binding.missing.clone(),
            ignored: binding.ignored.clone(),
            unknown: tally.unknown_signals(&binding.targets).collect(),
        };
    }

    fn conclude(
        &mut self,
        end: Result<WaveEnd, WaveError>,
        outcome: LockstepOutcome,
        binding: &Binding,
        stamps: u64,
        options: CheckOptions,
    ) {
        let LockstepOutcome { divergence, lost, is_cut_at_end, tally } = outcome;
        self.divergence = divergence;
        self.tally = tally;
        let so_far = self.so_far();
        let (cut, error) = match end {
            Ok(end) => {
                self.warnings = end.warnings;
                (end.cut, None)
            }
            Err(error) => (None, Some(error)),
        };
        (self.verdict, self.problem) = if self.divergence.is_some() {
            (DumpVerdict::Differ, None)
        } else if let Some(error) = error {
            (DumpVerdict::Unreadable, Some(format!("{error}; {so_far}")))
        } else if let Some(lost) = lost {
            (DumpVerdict::Unreadable, Some(format!("{}; {so_far}", lost_at(&lost))))
        } else if let Some(Cut { inside, byte }) = cut {
            (
                DumpVerdict::Unreadable,
                Some(format!("ends inside {inside} at byte {byte}: the file is cut; {so_far}")),
            )
        } else if is_cut_at_end {
            let reason = "its last time stamp differs, but nothing follows it: the file may be cut there";
            (DumpVerdict::Unreadable, Some(format!("{reason}; {so_far}")))
        } else {
            self.judge_amount(binding, stamps, options)
        };
    }

    /// Equal, if enough was compared.
    fn judge_amount(
        &self,
        binding: &Binding,
        stamps: u64,
        options: CheckOptions,
    ) -> (DumpVerdict, Option<String>) {
        let clock = binding.port(Port::Clk).map_or("clk", |bound| &bound.path);
        let Tally { edges, ticks, accesses, compared, .. } = self.tally;
        let problem = if edges == 0 {
            format!(
                "the clock `{clock}` never ticks in {stamps} time stamps: nothing was compared; name the clock in a \
                     map (`clock: NAME`)"
            )
        } else if ticks == 0 && accesses == 0 {
            format!(
                "the dump has {} clock edges but neither a tick nor a bus access: nothing was compared",
                text::grouped(edges)
            )
        } else if compared < options.min_compared.max(1) {
            format!(
                "only {} values were compared, fewer than {}",
                text::grouped(compared),
                text::grouped(options.min_compared)
            )
        } else {
            return (DumpVerdict::Equal, None);
        };
        (DumpVerdict::TooLittle, Some(problem))
    }

    fn so_far(&self) -> String {
        let ticks = self.tally.ticks;
        match (ticks, self.tally.compared) {
            (_, 0) => "nothing was compared".to_owned(),
            (1, _) => "1 tick compared, equal so far".to_owned(),
            _ => format!("{} ticks compared, equal so far", text::grouped(ticks)),
        }
    }
}

fn lost_at(lost: &Lost) -> String {
    match lost {
        Lost::Start { cycle } => format!(
            "begins at cycle {cycle} and not at the power-on reset: the model cannot know the state there; dump from the \
             beginning"
        ),
        Lost::Gap { model, dump } => format!(
            "leaves out ticks {model} to {dump} ($dumpoff?): the model cannot know what happened there; dump without gaps"
        ),
        Lost::UnknownInput { port, cycle } => {
            format!(
                "the input `{port}` has unknown bits before tick {cycle}: the model cannot follow from there"
            )
        }
    }
}

/// Counts time stamps.
struct CountedTime<'a> {
    inner: &'a mut dyn WaveSink,
    stamps: u64,
}

impl WaveSink for CountedTime<'_> {
    fn time(&mut self, time: u64) -> WaveFlow {
        self.stamps += 1;
        self.inner.time(time)
    }

    fn change(&mut self, slot: usize, value: crate::wave::Bits) {
        self.inner.change(slot, value);
    }

    fn end(&mut self) {
        self.inner.end();
    }
}
