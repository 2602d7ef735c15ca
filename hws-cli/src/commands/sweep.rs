//! `hws sweep`: runs a workload with many settings and seeds; one row per run, means on standard output.

mod list;
mod merge;
pub(super) mod news;
pub(super) mod progress;

use std::process::ExitCode;

use hws_host::sweep::{Sweep, SweepNews, SweepRequest, SweepStop, workloads_of};
use hws_input::counted;
use hws_run::policy;
use hws_run::sweep::{Axis, Grid, Seeds, Shard, SweepError, SweepRow, SweepSummary};

use super::{answer, inputs, policies};
use crate::args::sweep::Sweep as Args;
use crate::failure::Failure;
use crate::interrupt;

pub(crate) fn execute(args: &Args) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print(args.json);
    }
    if !args.merge.is_empty() {
        return merge::execute(args);
    }
    if args.shard.is_some() && args.folder.out.is_none() && !args.list_runs {
        return Err(Failure::usage(
            "--shard needs --out DIR: `hws sweep --merge` reads the rows from there".to_owned(),
        ));
    }
    let mut files = args.files();
    let sweep = request(args)?.plan_with(&mut |file, path| files.read_beside(file, path))?;
    files.check()?;
    if args.list_runs {
        return list::execute(args, &sweep.list());
    }
    interrupt::ask_first()?;
    let rows = make(args, &sweep)?;
    let summary = sweep.summary(&rows, args.sort);
    answer::print(&summary, args.json)?;
    Ok(status(&summary, is_complete(args, &rows)))
}

/// Returns whether all runs of the sweep, or of the shard, were made.
fn is_complete(args: &Args, rows: &[Option<SweepRow>]) -> bool {
    args.shard.unwrap_or_default().runs(rows.len()).all(|run| rows[run].is_some())
}

/// Returns the sweep that the command line describes.
fn request(args: &Args) -> Result<SweepRequest, Failure> {
    let axes: Result<Vec<Axis>, _> = args.axes.iter().map(|axis| Axis::parse(axis)).collect();
    let mut grid = axes.and_then(Grid::new).map_err(SweepError::from)?;
    let seeds = args.seeds.as_deref().map(Seeds::parse).transpose().map_err(SweepError::Seeds)?;
    let files = inputs::of_sweep(args)?;
    let workloads = match grid.take(policy::WORKLOAD) {
        None => vec![(None, files)],
        Some(axis) if files.files.is_empty() => workloads_of(&axis, &files)?,
        Some(axis) => {
            return Err(Failure::usage(format!(
                "--set {}: files are given as FILE, too; name all of them in one place",
                axis.option
            )));
        }
    };
    Ok(SweepRequest { workloads, grid, seeds, error_kind: args.error_model })
}

/// Makes the runs, and tells on standard error what happens.
fn make(args: &Args, sweep: &Sweep) -> Result<Vec<Option<SweepRow>>, Failure> {
    let options = args.folder.options(args.shard);
    let stop = SweepStop { is_asked: &interrupt::is_asked, look: &|| () };
    let mut bar = None;
    let mut tell = |news: SweepNews<'_>| match news {
        SweepNews::Begins { kept, journal } => {
            announce(
                sweep,
                args.shard,
                &journal.map_or_else(String::new, |journal| {
                    format!("; {kept} of them are already in {}", journal.display())
                }),
            );
            let runs = args.shard.unwrap_or_default().runs(sweep.runs()).count();
            bar = Some(progress::bar(runs, kept));
        }
        SweepNews::Left { runs } => {
            let verb = if runs == 1 { "is" } else { "are" };
            eprintln!("interrupted: {} {verb} left; repeat the command to continue", counted(runs, "run"));
        }
        news => news::tell(&news, bar.as_ref()),
    };
    Ok(sweep.make(&options, &stop, &mut tell)?)
}

/// Prints what is about to run.
fn announce(sweep: &Sweep, shard: Option<Shard>, kept: &str) {
    let parts = sweep.parts();
    // All workloads have the same settings.
    let Some(plan) = parts.first().map(|part| &part.plan) else { return };
    let (runs, settings, seeds) = (sweep.runs(), plan.combinations(), plan.seeds().len());
    let workloads = if parts.len() > 1 { format!("workloads {} x ", parts.len()) } else { String::new() };
    let model = plan.options().error_kind;
    if let Some(shard) = shard {
        eprint!("{} of ", shard.runs(runs).count());
    }
    let runs = counted(runs, "run");
    eprintln!("{runs}: {workloads}settings {settings} x seeds {seeds}, error model {model}{kept}");
    if seeds > 1 && parts.iter().all(|part| !part.plan.is_random()) {
        eprintln!("seeds have no effect without an error model or faults; add --error-model low");
    }
    if settings > 1 && parts.iter().any(|part| part.plan.defaults().is_none()) {
        eprintln!("the defaults are not among the settings; differences are to the first one");
    }
}

fn status(summary: &SweepSummary, is_complete: bool) -> ExitCode {
    let is_drained = summary.settings.iter().all(|setting| setting.drained == setting.made);
    match is_complete {
        false => ExitCode::from(interrupt::STATUS),
        true if is_drained => ExitCode::SUCCESS,
        true => ExitCode::FAILURE,
    }
}
