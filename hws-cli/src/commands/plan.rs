//! `hws plan`: one file per planner. Each reads an input and prints an answer as tables or as JSON.

mod check;
mod compare;
mod dataflow;
mod emit;
mod gemini;
mod given;
mod graphs;
mod import;
mod lint;
mod page;
mod periodic;
mod pipeline;
mod rank;

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_plan::import::read_text;
use hws_plan::{InputError, PlannerAnswer, input};
use hws_run::workload::InputFile;
use serde_json::Value;

use super::inputs;
use crate::args::plan::{Input, Plan, Planner};
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

/// Reads the JSON of an input.
fn read(input: &Input) -> Result<Value, Failure> {
    parse(&inputs::source(&input.file)?)
}

fn parse(source: &InputFile) -> Result<Value, Failure> {
    input::parse(&text(source)?).map_err(|error| Failure::Use(error.in_file(&source.name)))
}

/// Returns the file after which a page is named: the only one.
fn only(files: &[PathBuf]) -> Option<&Path> {
    match files {
        [file] => Some(file),
        _ => None,
    }
}

/// Returns the text of a file.
fn text(source: &InputFile) -> Result<Cow<'_, str>, Failure> {
    read_text(&source.bytes).map_err(|error| Failure::Use(error.in_file(&source.name).to_string()))
}

/// Returns the error of a refused input; exit status 2.
fn refused(file: &Path) -> impl FnOnce(InputError) -> Failure {
    let name = inputs::name(file);
    move |error| Failure::Use(error.in_file(&name))
}

/// Plans, with the progress of a long one.
fn planning<T>(file: &Path, work: impl FnOnce() -> T) -> T {
    progress::during(&format!("planning {}", inputs::name(file)), work)
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
