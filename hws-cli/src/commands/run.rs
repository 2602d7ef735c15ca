//! `hws run`: a workload in, kernels done, a summary on standard output.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use hws_sim::check::InvariantChecker;
use hws_sim::overview::Overview;
use hws_sim::report::{Report, Summary};
use hws_sim::run::{Control, Reference, RunRecord, run_under};
use hws_sim::stimulus::Writer;
use hws_sim::workload::{Understood, Workload};
use hws_sim::{Observer, TraceWriter, policy};
use serde::Serialize;

use super::{check, inputs};
use crate::args::Run;
use crate::args::run::Policy;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::Bar;

pub(crate) fn execute(args: &Run) -> Result<ExitCode, Failure> {
    if args.machine.policies.contains(&Policy::List) {
        write!(io::stdout(), "{}", policy::list())?;
        return Ok(ExitCode::SUCCESS);
    }
    let understood = inputs::read(args)?;
    if args.explain_workload {
        return explain(&understood, args.json);
    }
    let workload = understood.workload;
    let (record, holds) = run_controlled(args, &workload)?;
    let report = Report::new(&workload, &record);
    if let Some(folder) = &args.out {
        write_report(&report, folder)?;
    }
    print(&report, args.json)?;
    Ok(match record.drained && holds {
        _ if record.stopped => ExitCode::from(interrupt::STATUS),
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Runs until the end or Ctrl-C; whether every invariant held that was checked.
fn run_controlled(args: &Run, workload: &Workload) -> Result<(RunRecord, bool), Failure> {
    interrupt::ask_first()?;
    let bar = Bar::new(workload.launches());
    let (stop, progress) = (interrupt::is_asked, |progress| bar.show(progress));
    let control = Control { stop: Some(&stop), progress: Some(&progress) };
    if !args.check {
        return Ok((run_as_asked(args, workload, (), &control)?.0, true));
    }
    let (record, checker) = run_as_asked(args, workload, InvariantChecker::new(), &control)?;
    drop(bar);
    Ok((record, check::report(checker.verdict())))
}

fn explain(understood: &Understood, json: bool) -> Result<ExitCode, Failure> {
    let overview = Overview::new(understood)?;
    let mut out = io::stdout().lock();
    if json {
        write_json(&overview, &mut out)?;
    } else {
        write!(out, "{overview}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs under an observer, and into a folder if one was named.
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

/// Runs and keeps what happened: the stimulus alone gives the trace again.
fn run_into<O: Observer>(
    workload: &Workload,
    folder: &Path,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), Failure> {
    fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    let (stimulus, trace) = (folder.join("stimulus.jsonl"), folder.join("trace.jsonl"));
    let writers = (Writer::new(create(&stimulus)?), TraceWriter::new(create(&trace)?));
    let (record, ((operations, events), observer)) =
        run_under(workload, &mut Reference, (writers, observer), control)?;
    operations.finish().map_err(Failure::write(&stimulus))?;
    events.finish().map_err(Failure::write(&trace))?;
    Ok((record, observer))
}

fn create(path: &Path) -> Result<fs::File, Failure> {
    fs::File::create(path).map_err(Failure::write(path))
}

fn write_report(report: &Report, folder: &Path) -> Result<(), Failure> {
    let path = folder.join("report.json");
    let mut file = BufWriter::new(create(&path)?);
    write_json(report, &mut file).and_then(|()| file.flush()).map_err(Failure::write(&path))
}

fn print(report: &Report, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return write_json(report, &mut out);
    }
    write!(out, "{}", Summary::new(report))?;
    out.flush()
}

fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
