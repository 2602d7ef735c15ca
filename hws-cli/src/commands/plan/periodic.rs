//! `hws plan periodic`.

mod methods;
mod write;

use std::process::ExitCode;

use hws_host::files;
use hws_host::plan::periodic::PeriodicInput;
use hws_plan::page::PageKind;
use serde_json::{Map, Value};

use crate::args::plan::periodic::{Keys, Periodic as Args};
use crate::args::plan::values;
use crate::args::run::Edges;
use crate::commands::inputs;
use crate::failure::Failure;

pub(super) use methods::execute as compare_methods;

pub(super) fn execute(args: &Args) -> Result<ExitCode, Failure> {
    let source = files::source(&args.input.file)?;
    let keys = keys(&args.keys);
    let reading = inputs::importers(&args.models, &Edges::default())?;
    inputs::check_named([&source], &inputs::with(reading.clone()), args.files())?;
    let mut input = PeriodicInput::read(&source, &reading)?;
    input.set(&keys);
    if let Some(method) = args.method {
        input.set_method(method);
        input.set(&keys);
    }
    let answer = super::planning(&args.input.file, || input.plan())?;
    if args.page.html.is_some() {
        super::page::write(&args.page, PageKind::Periodic, Some(&args.input.file), &*input.json()?, &answer)?;
    }
    let mut is_written = true;
    if let Some(out) = &args.out {
        let plan = input.to_plan(&answer, args.instances.unwrap_or(u64::MAX))?;
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
