//! `hws tune`: searches for the settings of some workloads, and measures their gain.

mod workloads;

use std::process::ExitCode;

use hws_host::sweep::{SweepNews, SweepStop, TuneLimit, TuneRequest, Tuning};
use hws_input::{Diagnose, counted};
use hws_run::sweep::{Axis, Seeds, SweepError};
use hws_run::tune::{Objective, TuneBudget, TuneReport};

use super::sweep::{news, progress};
use super::{answer, inputs, policies};
use crate::args::tune::Tune as Args;
use crate::failure::Failure;
use crate::interrupt;

pub(crate) fn execute(args: &Args) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print(args.json);
    }
    let request = request(args)?;
    request
        .workloads
        .iter()
        .try_for_each(|(_, workload)| inputs::check_named(&workload.files, workload, args.files()))?;
    interrupt::ask_first()?;
    let tuning = request.plan(&interrupt::is_asked)?;
    let report = make(args, &tuning)?;
    answer::print(&report, args.json)?;
    Ok(if report.is_complete { ExitCode::SUCCESS } else { ExitCode::from(interrupt::STATUS) })
}

/// Returns the tuning that the command line describes.
fn request(args: &Args) -> Result<TuneRequest, Failure> {
    let objectives = Objective::parse_all(args.objectives.iter().map(String::as_str));
    let axes: Result<Vec<Axis>, _> = args.axes.iter().map(|axis| Axis::parse(axis)).collect();
    let limit = if args.exhaustive { TuneLimit::Exhaustive } else { args.budget.unwrap_or_default() };
    Ok(TuneRequest {
        objectives: objectives.map_err(|error| Box::new(error.diagnostic()))?,
        axes: axes.map_err(SweepError::from)?,
        only_axes: args.only,
        seeds: args.seeds.as_deref().map(Seeds::parse).transpose().map_err(SweepError::Seeds)?,
        held_out: args.held_out,
        error_kind: args.error_model,
        limit,
        jobs: args.folder.jobs,
        workloads: workloads::read(args)?,
    })
}

/// Makes the runs, and tells on standard error what happens.
fn make(args: &Args, tuning: &Tuning) -> Result<TuneReport, Failure> {
    let options = args.folder.options(None);
    let stop = SweepStop { is_asked: &interrupt::is_asked, look: &|| () };
    announce(args, tuning);
    let mut bar = None;
    let mut tell = |news: SweepNews<'_>| match news {
        SweepNews::Begins { .. } => {
            let runs = match tuning.plan().budget {
                TuneBudget::Runs(runs) => Some(runs),
                TuneBudget::Seconds(_) | TuneBudget::Exhaustive => None,
            };
            bar = Some(progress::of_tuning(runs));
        }
        SweepNews::Written { file, .. } => eprintln!("{}", file.display()),
        SweepNews::Left { .. } => (),
        news => news::tell(&news, bar.as_ref()),
    };
    let report = tuning.make(&options, &stop, &mut tell)?;
    if !report.is_complete {
        let remedy = if args.folder.out.is_some() {
            "repeat the command to continue"
        } else {
            "with --out, it can be continued"
        };
        eprintln!("interrupted after {}; {remedy}", counted(report.runs, "run"));
    }
    Ok(report)
}

/// Prints what is about to run.
fn announce(args: &Args, tuning: &Tuning) {
    let plan = tuning.plan();
    let settings = plan.space.dimensions().len();
    let (points, choose, measure) = (plan.space.points(), plan.seeds.len(), plan.held_out.len());
    eprintln!("settings {settings}, combinations {points}, seeds {choose} to choose and {measure} held out");
    if plan.held_out.is_empty() && (args.seeds.is_some() || args.held_out.is_some()) {
        eprintln!("seeds have no effect without an error model; add --error-model low");
    }
}
