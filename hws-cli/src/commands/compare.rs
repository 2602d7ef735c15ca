//! `hws compare`: the scalars of runs side by side, each against the first run; two runs also event by event.

mod differences;
mod explained_text;
mod explanation;
mod json;
mod kernels;
mod load;
mod page;
mod path;
mod report;
mod setting;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use hws_host::outputs;

use crate::args::compare::Compare;
use crate::failure::Failure;
use explanation::PairExplanation;
use load::{ReportText, Run};

pub(crate) fn execute(args: &Compare) -> Result<ExitCode, Failure> {
    if args.html.is_some() && args.runs.len() != 2 {
        return Err(Failure::usage(format!("--html draws two runs, but {} are given", args.runs.len())));
    }
    let (texts, unread) = texts(&args.runs);
    let runs: Vec<Run<'_>> = texts.iter().map(ReportText::run).collect::<Result<_, _>>()?;
    if let Some(failure) = unread {
        return Err(failure);
    }
    let explanation = match runs.as_slice() {
        [first, second] if !args.tables => Some(PairExplanation::new([first, second])),
        _ => None,
    };
    if let (Some(path), [first, second], Some(explanation)) = (&args.html, runs.as_slice(), &explanation) {
        page::write(path, [first, second], explanation)?;
    }
    print(&runs, explanation.as_ref(), args.json)?;
    match explanation.and_then(|explanation| explanation.problem) {
        Some(problem) => Err(Failure::usage(problem)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Reads the texts of the reports up to the first that cannot be read: a mistake in one before it is reported first.
fn texts(paths: &[PathBuf]) -> (Vec<ReportText<'_>>, Option<Failure>) {
    let mut texts = Vec::with_capacity(paths.len());
    for path in paths {
        match ReportText::read(path) {
            Ok(text) => texts.push(text),
            Err(failure) => return (texts, Some(failure)),
        }
    }
    (texts, None)
}

fn print(runs: &[Run<'_>], explanation: Option<&PairExplanation>, json: bool) -> io::Result<()> {
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
