//! `hws run`: runs a workload and prints a summary.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_run::overview::Overview;
use hws_run::report::metrics::Alone;
use hws_run::report::{Highlights, Metrics, Report, ReportSummary};
use hws_run::run::{Control, Reference, RunRecord, run_under};
use hws_run::timeline::{Recorder, Timeline};
use hws_run::workload::{Understood, Workload};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Writer;
use hws_sim::{Observer, TraceWriter};

use super::{check, gantt, inputs, outputs, policies, waves};
use crate::args::Run;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Bar;

pub(crate) fn execute(args: &Run) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print();
    }
    let understood = inputs::read(args)?;
    if args.explain_workload {
        return explain(&understood, args.json);
    }
    let workload = understood.workload;
    let (record, timeline, holds) = run_controlled(args, &workload)?;
    let report = report(args, &workload, &record, &timeline)?;
    if let Some(folder) = &args.out {
        write_report(&report, folder)?;
        outputs::write(&timeline, folder)?;
    }
    if args.gantt {
        gantt::print(&timeline)?;
    }
    print(&report, &timeline, args.json)?;
    Ok(match record.drained && holds {
        _ if record.stopped => ExitCode::from(interrupt::STATUS),
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Runs until the end or Ctrl-C; returns the record, the timeline, and whether every checked invariant held.
fn run_controlled(args: &Run, workload: &Workload) -> Result<(RunRecord, Timeline, bool), Failure> {
    interrupt::ask_first()?;
    let bar = Bar::new(workload.launches());
    let (stop, progress) = (interrupt::is_asked, |progress| bar.show(progress));
    let control = Control { stop: Some(&stop), progress: Some(&progress) };
    let recorder = Recorder::new(workload);
    let (record, recorder, checker) = if args.check {
        let observer = (recorder, InvariantChecker::new());
        let (record, (recorder, checker)) = run_with_waves(args, workload, observer, &control)?;
        (record, recorder, Some(checker))
    } else {
        let (record, recorder) = run_with_waves(args, workload, recorder, &control)?;
        (record, recorder, None)
    };
    drop(bar);
    let holds = checker.is_none_or(|checker| check::report(checker.verdict()));
    let timeline = recorder.timeline(workload, &record);
    Ok((record, timeline, holds))
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

/// Returns the report with metrics; slowdowns against graphs that run alone are included on request or if cheap.
fn report(
    args: &Run,
    workload: &Workload,
    record: &RunRecord,
    timeline: &Timeline,
) -> Result<Report, Failure> {
    // A stopped run should end at once, not measure further runs.
    let is_wanted = !record.stopped && (args.slowdown || Alone::is_cheap(workload));
    let alone = if is_wanted { Some(Alone::measure(workload)?) } else { None };
    let metrics = Metrics::new(workload, record, timeline, alone.as_ref());
    Ok(Report::new(workload, record).with_metrics(metrics))
}

/// Runs under an observer, and writes the waveforms that are asked for.
fn run_with_waves<O: Observer>(
    args: &Run,
    workload: &Workload,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), Failure> {
    // Before the waveforms, which may be in the folder.
    args.out.iter().try_for_each(|folder| fs::create_dir_all(folder).map_err(Failure::write(folder)))?;
    let Some(writer) = waves::create(&args.waves, &other_files(args))? else {
        return run_as_asked(args, workload, observer, control);
    };
    let (record, (writer, observer)) = run_as_asked(args, workload, (writer, observer), control)?;
    writer.finish()?;
    Ok((record, observer))
}

/// The files of the command except the waveforms.
fn other_files(args: &Run) -> Vec<PathBuf> {
    let written = args.out.iter().flat_map(|folder| outputs::NAMES.map(|name| folder.join(name)));
    args.workloads.iter().chain(&args.machine.config).cloned().chain(written).collect()
}

/// Runs under an observer; into a folder with `--out`.
fn run_as_asked<O: Observer>(
    args: &Run,
    workload: &Workload,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), Failure> {
    match &args.out {
        Some(folder) => run_into(workload, folder, observer, control),
        None => Ok(run_under(workload, &mut Reference, observer, control)?),
    }
}

/// Runs and records stimulus and trace: a replay of the stimulus gives the trace again.
fn run_into<O: Observer>(
    workload: &Workload,
    folder: &Path,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), Failure> {
    let (stimulus, trace) = (folder.join("stimulus.jsonl"), folder.join("trace.jsonl"));
    let writers = (Writer::new(outputs::create(&stimulus)?), TraceWriter::new(outputs::create(&trace)?));
    let (record, ((operations, events), observer)) =
        run_under(workload, &mut Reference, (writers, observer), control)?;
    operations.finish().map_err(Failure::write(&stimulus))?;
    events.finish().map_err(Failure::write(&trace))?;
    Ok((record, observer))
}

fn write_report(report: &Report, folder: &Path) -> Result<(), Failure> {
    outputs::file(&folder.join("report.json"), |file| outputs::json(report, file))
}

fn print(report: &Report, timeline: &Timeline, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return outputs::json(report, &mut out);
    }
    write!(out, "{}", ReportSummary::new(report).with_highlights(&Highlights::new(timeline)))?;
    out.flush()
}
