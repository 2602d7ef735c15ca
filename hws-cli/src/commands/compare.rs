//! `hws compare`: the scalars of runs side by side, each against the first run.

mod differences;
mod json;
mod load;
mod setting;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::outputs;

use crate::args::Compare;
use crate::failure::Failure;
use load::Run;

pub(crate) fn execute(args: &Compare) -> Result<ExitCode, Failure> {
    let runs: Vec<Run> = args.runs.iter().map(|path| load::load(path)).collect::<Result<_, _>>()?;
    let mut out = io::stdout().lock();
    if args.json {
        outputs::json(&json::Comparison::new(&runs), &mut out)?;
    } else {
        text::write(&runs, &mut out)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
