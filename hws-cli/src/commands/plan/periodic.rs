//! `hws plan periodic`.

mod given;
mod method;
mod methods;
mod write;

use std::process::ExitCode;

use hws_plan::InputError;
use hws_plan::import::FilePlace;
use hws_plan::page::PageKind;
use hws_plan::plan::Naming;
use hws_run::workload::InputFile;
use serde_json::{Map, Value, json};

use crate::args::plan::periodic::{Keys, Periodic as Args};
use crate::args::plan::values;
use crate::commands::inputs;
use crate::failure::Failure;

use given::Given;
pub(super) use methods::execute as compare_methods;

pub(super) fn execute(args: &Args) -> Result<ExitCode, Failure> {
    let source = inputs::source(&args.input.file)?;
    let keys = keys(&args.keys);
    let refused = |error: InputError| refused(&error, &source, &keys);
    let mut given = Given::read(&source, &args.models)?;
    set(&keys, given.keys());
    if let Some(method) = args.method {
        method::set(method, given.keys());
        set(&keys, given.keys());
    }
    let answer = super::planning(&args.input.file, || given.plan()).map_err(refused)?;
    if args.page.html.is_some() {
        let input = given.input().map_err(refused)?;
        super::page::write(&args.page, PageKind::Periodic, Some(&args.input.file), &input, &answer)?;
    }
    let mut is_written = true;
    if let Some(out) = &args.out {
        let naming = Naming { name: source.stem(), source: &source.name, unit: given.unit() };
        let plan = answer.to_plan(&naming, args.instances.unwrap_or(u64::MAX)).map_err(refused)?;
        is_written = write::write(plan, out, args)?;
    }
    let status = super::print(&answer, args.input.json)?;
    Ok(if is_written { status } else { ExitCode::FAILURE })
}

/// Returns the keys set by options, those of the cache in an object.
fn keys(keys: &Keys) -> Map<String, Value> {
    let mut all = values::keys(keys);
    if all.get("cache").and_then(Value::as_object).is_some_and(Map::is_empty) {
        all.remove("cache");
    }
    all
}

/// Sets keys of an input. An input that is not an object stays as it is; the planner refuses it.
fn set(keys: &Map<String, Value>, input: &mut Value) {
    let Value::Object(input) = input else { return };
    for (key, value) in keys {
        match (value, input.entry(key.as_str()).or_insert(Value::Null)) {
            (Value::Object(cache), Value::Object(given)) => given.extend(cache.clone()),
            (Value::Object(cache), given @ Value::Null) => {
                *given = json!({ "size": 0 });
                set(cache, given);
            }
            (Value::Object(_), _) => {}
            (value, given) => *given = value.clone(),
        }
    }
}

/// Returns the error of a refused input; if the key was set by an option, the place is the command line.
fn refused(error: &InputError, source: &InputFile, keys: &Map<String, Value>) -> Failure {
    let is_option = match &error.place {
        FilePlace::Path(path) => {
            let mut parts = path.split(['.', '[']);
            match parts.next().and_then(|key| keys.get(key)) {
                Some(Value::Object(cache)) => parts.next().is_some_and(|key| cache.contains_key(key)),
                other => other.is_some(),
            }
        }
        _ => false,
    };
    Failure::Use(error.in_file(if is_option { "command line" } else { &source.name }))
}
