//! `hws sweep`: runs a workload with many settings and seeds; one row per run, means on standard output.

mod csv_file;
mod journal;
mod parquet_file;
mod pool;
mod progress;
mod results;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use hws_run::run::Control;
use hws_run::sweep::{
    Axis, Grid, PolicySetting, RowOptions, Seeds, SweepError, SweepPlan, SweepRow, SweepSummary, SweepTable,
};
use hws_run::workload::{ErrorKind, Inputs};

use super::{inputs, outputs, policies};
use crate::args::sweep::Sweep;
use crate::failure::Failure;
use crate::interrupt;
use journal::Journal;

pub(crate) fn execute(args: &Sweep) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print();
    }
    let plan = plan(args)?;
    interrupt::ask_first()?;
    let rows = match &args.out {
        Some(folder) => rows_into(args, &plan, folder)?,
        None => rows_alone(args, &plan)?,
    };
    let summary = SweepSummary::new(&plan, &rows);
    print(&summary, args.json)?;
    Ok(status(&summary))
}

/// Returns the sweep that the command line describes, with every value checked.
fn plan(args: &Sweep) -> Result<SweepPlan, Failure> {
    let axes: Result<Vec<Axis>, _> = args.axes.iter().map(|axis| Axis::parse(axis)).collect();
    let grid = axes.and_then(Grid::new).map_err(SweepError::from)?;
    let seeds = args.seeds.as_deref().map(Seeds::parse).transpose().map_err(SweepError::Seeds)?;
    let inputs = inputs::of_sweep(args)?;
    let model = inputs.understand(&mut inputs::beside)?.error_model;
    // Seeds would have no effect without an error model.
    let usual = if seeds.is_some() { ErrorKind::Low } else { ErrorKind::None };
    let error_kind = args.error_model.or(model.map(|model| model.kind)).unwrap_or(usual);
    let seeds = seeds.unwrap_or_else(|| Seeds::from_seed(model.map_or(0, |model| model.seed)));
    let mut reader =
        |settings: &[PolicySetting]| estimates_under(&inputs, settings).read(&mut inputs::beside);
    Ok(SweepPlan::new(&mut reader, grid, seeds, RowOptions { error_kind })?)
}

/// Returns the inputs with further policies, without the real times: each run draws its own.
fn estimates_under(inputs: &Inputs, settings: &[PolicySetting]) -> Inputs {
    let mut inputs = Inputs { error_kind: Some(ErrorKind::None), seed: None, ..inputs.clone() };
    inputs.policies.extend(settings.iter().map(|setting| (setting.key.clone(), setting.value.clone())));
    inputs
}

/// Makes every run without writing files.
fn rows_alone(args: &Sweep, plan: &SweepPlan) -> Result<Vec<Option<SweepRow>>, Failure> {
    let mut rows = vec![None; plan.runs()];
    announce(plan, "");
    make(args, plan, &mut rows, |_, _| Ok(()))?;
    Ok(rows)
}

/// Makes every run that is not in the folder yet, and writes the files.
fn rows_into(args: &Sweep, plan: &SweepPlan, folder: &Path) -> Result<Vec<Option<SweepRow>>, Failure> {
    let (mut journal, kept) = Journal::open(folder)?;
    let mut rows = vec![None; plan.runs()];
    if !args.restart {
        reuse(plan, kept.rows, &mut rows);
    }
    let journal_name = journal.path().display().to_string();
    if kept.is_repaired {
        eprintln!("{journal_name}: the last line was incomplete and has been removed");
    }
    let reused = rows.iter().flatten().count();
    announce(plan, &format!("; {reused} of them are already in {journal_name}"));
    make(args, plan, &mut rows, |run, row| {
        journal.add(plan.key(run), plan.settings(run), plan.seed(run), row)
    })?;
    let made = rows.iter().flatten().count();
    for file in results::write(&SweepTable::new(plan, &rows), folder, args.format)? {
        eprintln!("{}: {made} rows", file.display());
    }
    if made < plan.runs() {
        eprintln!("interrupted: {} runs are left; repeat the command to continue", plan.runs() - made);
    }
    Ok(rows)
}

/// Reuses the kept rows of a plan if this program still gives the same results. The first run is repeated and compared,
/// since a program can change without a new version.
fn reuse(plan: &SweepPlan, mut kept: BTreeMap<String, SweepRow>, rows: &mut [Option<SweepRow>]) {
    for (run, row) in rows.iter_mut().enumerate() {
        *row = kept.remove(&plan.key(run).to_string());
    }
    let Some(first) = rows.iter().position(Option::is_some) else { return };
    let again = plan.row_under(first, &control());
    if again.is_some() && again != rows[first] {
        eprintln!("the kept rows come from another build of hws and are not used");
        rows.fill(None);
    }
}

/// Makes the runs that have no row.
fn make(
    args: &Sweep,
    plan: &SweepPlan,
    rows: &mut [Option<SweepRow>],
    mut keep: impl FnMut(usize, &SweepRow) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let todo: Vec<usize> = (0..plan.runs()).filter(|&run| rows[run].is_none()).collect();
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, Into::into);
    let bar = progress::bar(plan.runs(), plan.runs() - todo.len());
    let result =
        pool::make(&todo, jobs, &interrupt::is_asked, &|run| plan.row_under(run, &control()), |run, row| {
            // A stopped run is repeated next time.
            let Some(row) = row else { return Ok(()) };
            keep(run, &row)?;
            rows[run] = Some(row);
            bar.inc(1);
            Ok(())
        });
    bar.finish_and_clear();
    result
}

/// Stops a run on Ctrl-C.
fn control() -> Control<'static> {
    Control { stop: Some(&interrupt::is_asked), progress: None }
}

/// Prints what is about to run.
fn announce(plan: &SweepPlan, kept: &str) {
    let (runs, settings, seeds) = (plan.runs(), plan.combinations(), plan.seeds().len());
    let model = plan.options().error_kind;
    eprintln!("{runs} runs: settings {settings} x seeds {seeds}, error model {model}{kept}");
    if model == ErrorKind::None && seeds > 1 {
        eprintln!("seeds have no effect without an error model; add --error-model low");
    }
}

fn print(summary: &SweepSummary, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        outputs::json(summary, &mut out)?;
    } else {
        write!(out, "{summary}")?;
    }
    out.flush()
}

fn status(summary: &SweepSummary) -> ExitCode {
    let is_drained = summary.settings.iter().all(|setting| setting.drained == setting.made);
    match summary.made == summary.runs {
        false => ExitCode::from(interrupt::STATUS),
        true if is_drained => ExitCode::SUCCESS,
        true => ExitCode::FAILURE,
    }
}
