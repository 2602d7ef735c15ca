//! The merged waveform: the signals of both sides as they were compared, and where they differ.
//!
//! Scopes `a` and `b` have the signals under the names of A; `diff` has one bit per signal, which is 1 in cycles in
//! which it differs (also if that is waived or volatile), and `total`, the number of these bits. Everything is
//! written at the sampled clock edges that both sides have, at the times of A. Both dumps are read a second time.

mod declare;
mod save;
mod select;
mod writer;

use std::path::Path;

use hws_input::Diagnostic;

use super::collect::care;
use super::delay::Delays;
use super::engine::Engine;
use super::options::DiffOptions;
use super::pair::Pairing;
use super::plan::SidePlan;
use super::report::DiffReport;
use super::side::Opening;
use crate::input::STANDARD_INPUT;
use select::select;

pub(super) use writer::{MergedFile, Step};

/// The dumps, and how they were read.
pub(super) struct Sources<'s> {
    pub(super) paths: (&'s Path, &'s Path),
    pub(super) plans: (SidePlan, SidePlan),
}

/// Why no waveform can be written, before anything is read.
pub(super) fn refusal(dumps: [&Path; 2], options: &DiffOptions) -> Option<String> {
    let is_standard_input = dumps.contains(&Path::new(STANDARD_INPUT));
    (options.waveform.is_some() && is_standard_input)
        .then(|| "--fst reads both dumps twice, which standard input cannot be: save it in a file".to_owned())
}

/// Writes the waveform and its save files; a failure is a problem of the report.
pub(super) fn write(
    report: &mut DiffReport,
    pairing: &Pairing<'_>,
    first: &Engine<'_>,
    sources: Sources<'_>,
    (path, options): (&Path, &DiffOptions),
) {
    let numbered = first.is_numbered;
    let chosen = select(pairing, first);
    report.waveform = Some(match attempt(report, pairing, numbered, &chosen, sources, (path, options)) {
        Ok(()) => {
            let count = chosen.pairs.len();
            let rule = if chosen.is_all { "all signals" } else { "the signals that differ" };
            Ok(format!("{}: {count} signals of each side ({rule})", path.display()))
        }
        Err(reason) => Err(reason),
    });
}

fn attempt(
    report: &DiffReport,
    pairing: &Pairing<'_>,
    is_numbered: bool,
    chosen: &select::Selection,
    Sources { paths: (a, b), plans: (plan_a, plan_b) }: Sources<'_>,
    (path, options): (&Path, &DiffOptions),
) -> Result<(), String> {
    let cannot = |error: String| format!("{}: cannot be written: {error}", path.display());
    let unit = report.timing[0].unit.map(|unit| unit.attoseconds());
    let file = MergedFile::create(path, pairing, chosen, unit).map_err(cannot)?;
    let (a, b) = (Opening::new(a, &options.a), Opening::new(b, &options.b));
    let text = |found: Box<Diagnostic>| found.to_string();
    let (a, b) = (a.wait().map_err(text)?, b.wait().map_err(text)?);
    let (mut a, mut b) = (a.start(plan_a), b.start(plan_b));
    let mut engine = Engine::new(&pairing.pairs, care(pairing, options), options);
    engine.is_numbered = is_numbered;
    engine.recorder = Some(file);
    engine.run(&mut a, &mut b, Delays::new(&pairing.pairs, pairing.lanes, &options.offsets));
    // How the dumps end has been judged.
    let _ = (a.end(), b.end());
    let file = engine.recorder.take().ok_or("the waveform is lost")?;
    let time = report.differences.first().map(|first| first.time_a);
    file.finish().map_err(cannot)?;
    save::write(path, pairing, chosen, time).map_err(|error| cannot(error.to_string()))
}
