//! One run of a sweep: a pure function of workload, settings and seed.

use super::grid::PolicySetting;
use super::metrics;
use super::run_table::{MadeRun, RunTable, RunTableRows, RunTables};
use crate::policy;
use crate::report::metrics::Alone;
use crate::report::{ListedKernels, Metrics, Report};
use crate::run::{Control, Reference, RunError, run_under};
use crate::timeline::Recorder;
use crate::workload::{ErrorKind, ErrorModel, Faults, UnknownErrorKind, Workload};

/// The options of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowOptions {
    /// How real times differ from estimates, unless the settings say. With [`ErrorKind::None`] and without faults the seed has no
    /// effect.
    pub error_kind: ErrorKind,
}

/// The result of one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SweepRow {
    /// Why the run was not drained: it got stuck, or firmware could not continue. None: it was drained.
    pub problem: Option<String>,
    /// The metrics, in the order of [`metric_names`](metrics::metric_names); none has a value if the run was not
    /// drained.
    pub metrics: Vec<Option<i128>>,
}

/// The problem of a run that cannot be made, on any worker.
const LOST: &str = "the worker ended twice while it made this run alone";

impl SweepRow {
    /// The row of a run that ends the process in which it is made, by running out of memory for example. It says nothing about the
    /// workload: a row that was made elsewhere takes its place.
    #[must_use]
    pub fn lost() -> Self {
        Self::undrained(LOST.to_owned())
    }

    /// Returns whether this is the row of a [lost](Self::lost) run.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.problem.as_deref() == Some(LOST)
    }

    fn undrained(problem: String) -> Self {
        Self { problem: Some(problem), metrics: vec![None; metrics::metric_names().len()] }
    }
}

/// Applies the settings, draws the real execution times and the occasions of faults with the seed, runs the workload, and measures.
///
/// The times depend only on the estimates, the error model and the seed: they are the same for every setting,
/// so that settings can be compared seed by seed.
#[must_use]
pub fn row(workload: &Workload, settings: &[PolicySetting], seed: u64, options: &RowOptions) -> SweepRow {
    let row = row_under(workload, settings, seed, options, &Control::default());
    // Without a control it is never stopped.
    row.unwrap_or_else(|| SweepRow::undrained("stopped".to_owned()))
}

/// Makes a row like [`row`]; none if the run is stopped.
#[must_use]
pub fn row_under(
    workload: &Workload,
    settings: &[PolicySetting],
    seed: u64,
    options: &RowOptions,
    control: &Control<'_>,
) -> Option<SweepRow> {
    made_under(workload, settings, seed, options, RunTables::default(), control).map(|made| made.row)
}

/// Makes a row like [`row`], and the rows of these tables; none if the run is stopped.
#[must_use]
pub fn made_under(
    workload: &Workload,
    settings: &[PolicySetting],
    seed: u64,
    options: &RowOptions,
    tables: RunTables,
    control: &Control<'_>,
) -> Option<MadeRun> {
    match prepared(workload, settings, seed, options) {
        Ok(workload) => measured(&workload, tables, control),
        Err(problem) => Some(undrained(problem, tables)),
    }
}

fn prepared(
    workload: &Workload,
    settings: &[PolicySetting],
    seed: u64,
    options: &RowOptions,
) -> Result<Workload, String> {
    let mut workload = workload.clone();
    let mut kind = options.error_kind;
    for PolicySetting { key, value } in settings {
        if key == policy::ERROR_MODEL {
            kind =
                value.parse().map_err(|error: UnknownErrorKind| format!("policy {key}={value}: {error}"))?;
        } else {
            workload.set_policy(key, value).map_err(|error| error.to_string())?;
        }
    }
    workload.faults = Faults::new(workload.faults.rates(), seed);
    let model = ErrorModel { kind, seed };
    match model.apply(&mut workload) {
        Ok(()) => Ok(workload),
        Err(error) => {
            Err(format!("real time of {}: {} cycles do not fit in 32 bits", error.kernel, error.cycles))
        }
    }
}

/// None if it was stopped before its end.
fn measured(workload: &Workload, tables: RunTables, control: &Control<'_>) -> Option<MadeRun> {
    let recorder = Recorder::of_totals(workload);
    // Its tables count the blocks of each kernel.
    let recorder = if tables.is_empty() { recorder } else { recorder.with_runs() };
    let (record, recorder) = match run_under(workload, &mut Reference, recorder, control) {
        Ok(run) => run,
        Err(error) => return Some(undrained(error.to_string(), tables)),
    };
    if record.stopped {
        return None;
    }
    let listed = if tables.has(RunTable::Kernels) { ListedKernels::All } else { ListedKernels::None };
    let report = Report::listing(listed, workload, &record);
    if !record.drained {
        let stuck = report.stuck.first().map(|stuck| format!("stuck: {}: {}", stuck.kernel, stuck.reason));
        return Some(undrained(stuck.unwrap_or_else(|| "not idle at the end".to_owned()), tables));
    }
    Some(match alone(workload) {
        Ok(alone) => {
            let timeline = recorder.timeline(workload, &record);
            let metrics = Metrics::new(workload, &record, &timeline, alone.as_ref());
            // Names and integers can always be serialised.
            let report = serde_json::to_value(report.with_metrics(metrics)).unwrap_or_default();
            MadeRun {
                row: SweepRow { problem: None, metrics: metrics::metrics(&report) },
                tables: RunTableRows::of_run(tables, workload, &report, &timeline),
            }
        }
        Err(error) => undrained(error.to_string(), tables),
    })
}

fn undrained(problem: String, tables: RunTables) -> MadeRun {
    MadeRun { row: SweepRow::undrained(problem), tables: tables.empty_rows() }
}

/// Measures graphs alone if that is cheap, as `hws run` does.
fn alone(workload: &Workload) -> Result<Option<Alone>, RunError> {
    Alone::is_cheap(workload).then(|| Alone::measure(workload)).transpose()
}
