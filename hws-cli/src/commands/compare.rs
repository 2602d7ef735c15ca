//! `hws compare`: the scalars of runs side by side, each against the first run; two runs also event by event.

mod differences;
mod explained_text;
mod explanation;
mod json;
mod kernels;
mod load;
mod page;
mod path;
mod setting;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::outputs;

use crate::args::compare::Compare;
use crate::failure::Failure;
use explanation::PairExplanation;
use load::Run;

pub(crate) fn execute(args: &Compare) -> Result<ExitCode, Failure> {
    if args.html.is_some() && args.runs.len() != 2 {
        return Err(Failure::Use(format!("--html draws two runs, but {} are given", args.runs.len())));
    }
    let runs: Vec<Run> = args.runs.iter().map(|path| load::load(path)).collect::<Result<_, _>>()?;
    let explanation = match runs.as_slice() {
        [first, second] if !args.tables => Some(PairExplanation::new([first, second])),
        _ => None,
    };
    if let (Some(path), [first, second], Some(explanation)) = (&args.html, runs.as_slice(), &explanation) {
        page::write(path, [first, second], explanation)?;
    }
    print(&runs, explanation.as_ref(), args.json)?;
    match explanation.and_then(|explanation| explanation.problem) {
        Some(problem) => Err(Failure::Use(problem)),
        None => Ok(ExitCode::SUCCESS),
    }
}

fn print(runs: &[Run], explanation: Option<&PairExplanation>, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        outputs::json(&json::Comparison::new(runs, explanation), &mut out)?;
    } else {
        text::write(runs, &mut out)?;
        if let Some(explanation) = explanation {
            explained_text::write(explanation, &mut out)?;
        }
    }
    out.flush()
}
