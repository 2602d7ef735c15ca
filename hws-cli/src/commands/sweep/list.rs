//! `hws sweep --list-runs`: the runs of a sweep, for those who make them elsewhere.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hws_host::sweep::{ListedRun, SweepList};
use hws_run::sweep::SweepProgram;
use serde::Serialize;

use crate::args::sweep::Sweep as Args;
use crate::failure::Failure;

pub(super) fn execute(args: &Args, list: &SweepList) -> Result<ExitCode, Failure> {
    let shard = args.shard.unwrap_or_default();
    let mut out = BufWriter::new(io::stdout().lock());
    let runs = shard.runs(list.runs()).map(|run| list.run(run));
    if args.json {
        json(runs, &mut out)?
    } else {
        text(runs, &mut out)?
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// One object with one run per line; a million of them need no memory.
fn json(runs: impl Iterator<Item = ListedRun>, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{{\n  \"program\": {},\n  \"runs\": [", line(&SweepProgram::this())?)?;
    for (at, run) in runs.enumerate() {
        write!(out, "{}\n    {}", if at > 0 { "," } else { "" }, line(&run)?)?;
    }
    writeln!(out, "\n  ]\n}}")
}

fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)?)
}

fn text(runs: impl Iterator<Item = ListedRun>, out: &mut impl Write) -> io::Result<()> {
    for run in runs {
        writeln!(out, "{}  {}  {}", run.run, run.key, run.shown())?;
    }
    Ok(())
}
