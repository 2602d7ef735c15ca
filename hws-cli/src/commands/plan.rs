//! `hws plan`: one file per planner. Each reads an input and prints an answer as tables or as JSON.

mod check;
mod compare;
mod dataflow;
mod emit;
mod gemini;
mod import;
mod lint;
mod page;
mod periodic;
mod pipeline;
mod rank;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_host::files;
use hws_plan::PlannerAnswer;

use crate::args::plan::{Plan, Planner};
use crate::failure::Failure;
use crate::{interrupt, progress};

pub(crate) fn execute(plan: &Plan) -> Result<ExitCode, Failure> {
    interrupt::end_at_once()?;
    match &plan.planner {
        Planner::Import(args) => import::execute(args),
        Planner::Rank(args) => rank::execute(args),
        Planner::Periodic(args) => periodic::execute(args),
        Planner::Methods(args) => periodic::compare_methods(args),
        Planner::Gemini(args) => gemini::execute(args),
        Planner::Dataflow(args) => dataflow::execute(args),
        Planner::Pipeline(args) => pipeline::execute(args),
        Planner::Compare(args) => compare::execute(args),
        Planner::Check(args) => check::execute(args),
        Planner::Lint(args) => lint::execute(args),
        Planner::Emit(args) => emit::execute(args),
    }
}

/// Returns the file after which a page is named: the only one.
fn only(files: &[PathBuf]) -> Option<&Path> {
    match files {
        [file] => Some(file),
        _ => None,
    }
}

/// Plans, with the progress of a long one.
fn planning<T>(file: &Path, work: impl FnOnce() -> T) -> T {
    progress::during(&format!("planning {}", files::name(file)), work)
}

/// Prints the answer; exit status 1 if it is negative.
fn print(answer: &dyn PlannerAnswer, json: bool) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    if json {
        answer.write_json(&mut out)?;
        writeln!(out)?;
    } else {
        write!(out, "{answer}")?;
    }
    out.flush()?;
    Ok(if answer.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
