//! `hws plan pipeline`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_plan::InputError;
use hws_plan::import::FilePlace;
use hws_plan::input::InputNode;
use hws_plan::page::PageKind;
use hws_plan::pipeline::Pipeline;
use hws_plan::plan::Plan;
use serde_json::{Map, Value};

use super::page;
use crate::args::plan::Input;
use crate::args::plan::pipeline::Pipeline as Args;
use crate::args::plan::values;
use crate::commands::{inputs, outputs};
use crate::failure::Failure;

/// The name of the options in errors.
const OPTIONS: &str = "command line";

pub(super) fn execute(args: &Args) -> Result<ExitCode, Failure> {
    let file = file(args);
    let keys = values::keys(&args.keys);
    let mut input = with_keys(file.as_deref(), &keys)?;
    if args.what_if.is_some()
        && input["op"] == "row_pipeline"
        && let Value::Object(object) = &mut input
    {
        // The table varies it.
        object.entry("pipeline_num").or_insert(1.into());
    }
    let refused = |error: InputError| refused(&error, file.as_deref(), &keys);
    let pipeline = Pipeline::from_json(&input).map_err(refused)?;
    let what_if = args.what_if.map(|last| pipeline.what_if(last)).transpose().map_err(refused)?;
    if let Some(path) = &args.out {
        let source = file.as_deref().map(inputs::name);
        write(pipeline.to_plan(source.as_deref()).map_err(refused)?.as_ref(), path)?;
    }
    page::write(&args.page, PageKind::Pipeline, file.as_deref(), &input, &pipeline)?;
    match what_if {
        Some(table) => super::print(&table, args.json),
        None => super::print(&pipeline, args.json),
    }
}

fn write(plan: Option<&Plan>, path: &Path) -> Result<(), Failure> {
    match plan {
        Some(plan) => outputs::file(path, |out| plan.write(out)),
        None => {
            eprintln!("{} is not written: a deadlock has no plan", path.display());
            Ok(())
        }
    }
}

/// Returns the file to read; none if `--op` is given without a file.
fn file(args: &Args) -> Option<PathBuf> {
    args.file.clone().or_else(|| args.keys.op.is_none().then(|| inputs::STANDARD_INPUT.into()))
}

/// Returns the input, with the keys set by options.
fn with_keys(file: Option<&Path>, keys: &Map<String, Value>) -> Result<Value, Failure> {
    let Some(file) = file else { return Ok(Value::Object(keys.clone())) };
    let mut input = super::read(&Input { file: file.to_owned(), json: false })?;
    match &mut input {
        Value::Object(object) => object.extend(keys.clone()),
        other => return Err(super::refused(file)(InputNode::new(other).unwanted("an object"))),
    }
    Ok(input)
}

/// Returns the error of a refused input; if the key was set by an option, the place is the command line.
fn refused(error: &InputError, file: Option<&Path>, keys: &Map<String, Value>) -> Failure {
    let is_option = match &error.place {
        FilePlace::Path(path) => path.split(['.', '[']).next().is_some_and(|key| keys.contains_key(key)),
        _ => false,
    };
    let name = file.filter(|_| !is_option).map_or_else(|| OPTIONS.to_owned(), inputs::name);
    Failure::Use(error.in_file(&name))
}
