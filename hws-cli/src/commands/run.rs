//! `hws run`: runs a workload and prints a summary.

mod advice;
mod debug;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use hws_host::outputs;
use hws_host::run::{self, Kept, Ran, RunFile, RunFolder, RunRequest};
use hws_run::overview::Overview;
use hws_run::report::{Highlights, ListedKernels, Report, ReportSummary};
use hws_run::run::{Control, FirmwareImage};
use hws_run::workload::{Understood, Workload};

use super::{faults, gantt, inputs, invariants, policies, waves};
use crate::args::Run;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Bar;

pub(crate) fn execute(args: &Run) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print(args.json);
    }
    if args.faults.lists_kinds() {
        return faults::print(args.json);
    }
    let inputs = inputs::of_run(args)?;
    let understood = inputs::understand(&inputs, args.files())?;
    if args.explain_workload {
        return explain(&understood, args.json);
    }
    // The files are read again only to draw other real times.
    let inputs = if understood.error_model.is_some() { inputs } else { inputs.without_files() };
    let firmware = firmware(args)?;
    let gdb = debug::listener(args)?;
    // Before the waveforms, which may be in the folder.
    let folder = args.out.as_deref().map(|folder| RunFolder::new(folder, kept(args))).transpose()?;
    interrupt::ask_first()?;
    let debugged = gdb.as_ref().zip(firmware.as_ref());
    let workload = &understood.workload;
    let script = debugged.map(|(gdb, firmware)| debug::debug(gdb, workload, firmware)).transpose()?;
    let request = RunRequest {
        out: folder.as_ref(),
        only_totals: !args.gantt,
        check: args.check,
        firmware: firmware.as_ref(),
        script: script.as_ref(),
    };
    let ran = run_controlled(args, workload, &request)?;
    let holds = ran.verdict.as_ref().is_none_or(invariants::report);
    answer(&advice::Of { args, inputs: &inputs, understood: &understood, ran: &ran }, folder)?;
    Ok(match ran.record.drained && holds {
        _ if ran.record.stopped => ExitCode::from(interrupt::STATUS),
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Writes the folder, prints the summary and the advice.
fn answer(adviser: &advice::Of<'_>, folder: Option<RunFolder>) -> Result<(), Failure> {
    let advice::Of { args, ran, .. } = adviser;
    let report = ran.report(args.slowdown, ListedKernels::Named)?.with_advice(adviser.asked()?);
    if let Some(folder) = folder {
        ran.write(&report, folder)?;
    }
    if args.gantt {
        gantt::print(&ran.timeline)?;
    }
    print(&report, ran, args.json)?;
    adviser.tell(&report)
}

/// The files of the folder.
fn kept(args: &Run) -> Kept {
    let files = if args.keep.is_empty() { RunFile::ALL.to_vec() } else { args.keep.clone() };
    Kept { files, gzip: args.gzip }
}

/// The compiled firmware, if one is given.
fn firmware(args: &Run) -> Result<Option<FirmwareImage>, Failure> {
    let platform = args.firmware.platform.as_deref();
    let image = args.firmware.image.as_deref().map(|image| run::firmware(image, platform));
    Ok(image.transpose()?)
}

/// Runs until the end or Ctrl-C, with a bar.
fn run_controlled(args: &Run, workload: &Arc<Workload>, request: &RunRequest<'_>) -> Result<Ran, Failure> {
    let bar = Bar::new(workload.launches());
    let (stop, progress) = (interrupt::is_asked, |progress| bar.show(progress));
    // A run that was stopped under gdb is made again up to there.
    let has_stopped = request.script.is_some_and(|script| script.stop_after.is_some());
    let stop: Option<&dyn Fn() -> bool> = if has_stopped { None } else { Some(&stop) };
    let control = Control { stop, progress: Some(&progress) };
    run_with_waves(args, workload, request, &control)
}

fn explain(understood: &Understood, json: bool) -> Result<ExitCode, Failure> {
    let overview = Overview::new(understood)?;
    let mut out = io::stdout().lock();
    if json {
        outputs::json(&overview, &mut out)?;
    } else {
        write!(out, "{overview}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs under an observer, and writes the waveforms that are asked for.
fn run_with_waves(
    args: &Run,
    workload: &Arc<Workload>,
    request: &RunRequest<'_>,
    control: &Control<'_>,
) -> Result<Ran, Failure> {
    let Some(writer) = waves::create(&args.waves)? else {
        return Ok(run::run(workload, request, (), control)?.0);
    };
    let (ran, writer) = run::run(workload, request, writer, control)?;
    writer.finish()?;
    Ok(ran)
}

fn print(report: &Report, ran: &Ran, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return outputs::json(&report.written(&ran.workload, &ran.record), &mut out);
    }
    write!(
        out,
        "{}",
        ReportSummary::new(report).with_highlights(&Highlights::of_run(&ran.workload, &ran.timeline))
    )?;
    out.flush()
}
