//! Counting a stimulus or a dump.

use std::io::BufRead;
use std::path::Path;

use hws_model::{Config, Hws};
use hws_sim::stimulus::{Reader, StimulusError};
use hws_sim::{Machine, replay_on};

use super::collector::Collector;
use super::set::{CoveredFile, CoveredKind};
use crate::check::{CheckOptions, DumpReport, check_observed};
use crate::map::NameMap;

/// Replays a stimulus on the model and counts what it covers; `name` is its name in the report.
///
/// ```
/// use hws_dv::coverage::cover_stimulus;
/// use hws_sim::stimulus::Reader;
///
/// let stimulus = "{\"at\":0,\"op\":\"write\",\"reg\":\"P_TOP_K\",\"value\":7}\n{\"at\":9,\"op\":\"end\"}";
/// let file = cover_stimulus("one.jsonl", Reader::new("one.jsonl", stimulus.as_bytes()))?;
/// assert_eq!(file.cycles, 9);
/// assert!(file.counts.all().iter().any(|&count| count > 0), "an ignored write is covered");
/// # Ok::<(), hws_sim::stimulus::StimulusError>(())
/// ```
///
/// # Errors
/// [`StimulusError`] at the first malformed line.
pub fn cover_stimulus<R: BufRead>(name: &str, stimulus: Reader<R>) -> Result<CoveredFile, StimulusError> {
    let mut machine = Machine::new(Hws::new(Config::default()), Collector::new());
    let end = replay_on(&mut machine, stimulus, |_| false)?;
    let counts = machine.into_observer().into_counts();
    Ok(CoveredFile { name: name.to_owned(), kind: CoveredKind::Stimulus, cycles: end.at.0, counts })
}

/// Drives the model with a dump, in lock-step, and counts what it covers up to the first difference; with the result of the
/// comparison.
#[must_use]
pub fn cover_dump(path: &Path, map: &NameMap, options: &CheckOptions) -> (CoveredFile, DumpReport) {
    let mut collector = Collector::new();
    let report = check_observed(path, map, options, &mut collector);
    let counts = collector.into_counts();
    let file = CoveredFile {
        name: report.file.clone(),
        kind: CoveredKind::Dump,
        cycles: report.tally.ticks,
        counts,
    };
    (file, report)
}
