//! `hws run`: a workload in, kernels done, a summary on standard output.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use hws_sim::check::InvariantChecker;
use hws_sim::overview::Overview;
use hws_sim::report::{Report, Summary};
use hws_sim::run::{RunRecord, run};
use hws_sim::stimulus::Writer;
use hws_sim::workload::{Understood, Workload};
use hws_sim::{Observer, TraceWriter, policy};

use serde::Serialize;

use super::{check, inputs};
use crate::args::Run;
use crate::args::run::Policy;
use crate::failure::Failure;

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
    let (record, holds) = if args.check {
        let (record, checker) = run_as_asked(args, &workload, InvariantChecker::new())?;
        (record, check::report(checker.verdict()))
    } else {
        (run_as_asked(args, &workload, ())?.0, true)
    };
    let report = Report::new(&workload, &record);
    if let Some(folder) = &args.out {
        write_report(&report, folder)?;
    }
    print(&report, args.json)?;
    Ok(if record.drained && holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
) -> Result<(RunRecord, O), Failure> {
    match &args.out {
        Some(folder) => run_into(workload, folder, observer),
        None => Ok(run(workload, observer)?),
    }
}

/// Runs and keeps what happened: the stimulus alone gives the trace again.
fn run_into<O: Observer>(workload: &Workload, folder: &Path, observer: O) -> Result<(RunRecord, O), Failure> {
    fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    let (stimulus, trace) = (folder.join("stimulus.jsonl"), folder.join("trace.jsonl"));
    let writers = (Writer::new(create(&stimulus)?), TraceWriter::new(create(&trace)?));
    let (record, ((operations, events), observer)) = run(workload, (writers, observer))?;
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
