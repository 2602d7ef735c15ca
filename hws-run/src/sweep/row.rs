//! One run of a sweep: a pure function of workload, settings and seed.

use super::grid::Setting;
use super::metrics;
use crate::policy;
use crate::report::metrics::Alone;
use crate::report::{Metrics, Report};
use crate::run::{Control, Reference, RunError, run_under};
use crate::timeline::Recorder;
use crate::workload::{ErrorKind, ErrorModel, Workload};

/// What else decides a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowOptions {
    /// How real times differ from estimates. With [`ErrorKind::None`] the seed changes nothing.
    pub error_kind: ErrorKind,
}

/// What one run came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Why the run was not drained: it got stuck, or firmware could not go on. None: it was drained.
    pub problem: Option<String>,
    /// The metrics, in the order of [`metric_names`](metrics::metric_names); none has a value when the
    /// run was not drained.
    pub metrics: Vec<Option<u64>>,
}

impl Row {
    fn undrained(problem: String) -> Self {
        Self { problem: Some(problem), metrics: vec![None; metrics::metric_names().len()] }
    }
}

/// Makes the settings, draws the real execution times with the seed, runs, and measures.
///
/// The times depend on the estimates, the error model and the seed alone: a seed gives every setting the
/// same ones, so that settings can be compared seed by seed.
#[must_use]
pub fn row(workload: &Workload, settings: &[Setting], seed: u64, options: &RowOptions) -> Row {
    let row = row_under(workload, settings, seed, options, &Control::default());
    // Nobody stops it.
    row.unwrap_or_else(|| Row::undrained("stopped".to_owned()))
}

/// The same, unless someone stops it: none then.
#[must_use]
pub fn row_under(
    workload: &Workload,
    settings: &[Setting],
    seed: u64,
    options: &RowOptions,
    control: &Control<'_>,
) -> Option<Row> {
    match prepared(workload, settings, seed, options) {
        Ok(workload) => measured(&workload, control),
        Err(problem) => Some(Row::undrained(problem)),
    }
}

fn prepared(
    workload: &Workload,
    settings: &[Setting],
    seed: u64,
    options: &RowOptions,
) -> Result<Workload, String> {
    let mut workload = workload.clone();
    for Setting { key, value } in settings {
        policy::set(&mut workload, key, value).map_err(|error| error.to_string())?;
    }
    let model = ErrorModel { kind: options.error_kind, seed };
    match model.apply(&mut workload) {
        Ok(()) => Ok(workload),
        Err(error) => {
            Err(format!("real time of {}: {} cycles do not fit 32 bits", error.kernel, error.cycles))
        }
    }
}

/// None when it was stopped before its end.
fn measured(workload: &Workload, control: &Control<'_>) -> Option<Row> {
    let (record, recorder) = match run_under(workload, &mut Reference, Recorder::new(workload), control) {
        Ok(run) => run,
        Err(error) => return Some(Row::undrained(error.to_string())),
    };
    if record.stopped {
        return None;
    }
    let report = Report::new(workload, &record);
    if !record.drained {
        let stuck = report.stuck.first().map(|stuck| format!("stuck: {}: {}", stuck.kernel, stuck.reason));
        return Some(Row::undrained(stuck.unwrap_or_else(|| "not idle at the end".to_owned())));
    }
    Some(match alone(workload) {
        Ok(alone) => {
            let timeline = recorder.timeline(workload, &record);
            let metrics = Metrics::new(workload, &record, &timeline, alone.as_ref());
            Row { problem: None, metrics: metrics::metrics(&report.with_metrics(metrics)) }
        }
        Err(error) => Row::undrained(error.to_string()),
    })
}

/// Graphs alone, where that is cheap: as a run does it by itself.
fn alone(workload: &Workload) -> Result<Option<Alone>, RunError> {
    Alone::is_cheap(workload).then(|| Alone::measure(workload)).transpose()
}
