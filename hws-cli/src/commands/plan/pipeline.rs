//! `hws plan pipeline`.

use std::path::Path;
use std::process::ExitCode;

use hws_host::plan::pipeline::PipelineInput;
use hws_host::{files, outputs};
use hws_plan::page::PageKind;
use hws_plan::plan::Plan;

use super::page;
use crate::args::plan::pipeline::Pipeline as Args;
use crate::args::plan::values;
use crate::failure::Failure;

pub(super) fn execute(args: &Args) -> Result<ExitCode, Failure> {
    let file = args.file();
    let source = file.as_deref().map(files::source).transpose()?;
    let mut input = PipelineInput::read(source.as_ref(), values::keys(&args.keys))?;
    if args.what_if.is_some() {
        input.vary_pipeline_num();
    }
    let pipeline = input.plan()?;
    let what_if = args.what_if.map(|last| pipeline.what_if(last)).transpose();
    let what_if = what_if.map_err(|error| input.refused(error))?;
    if let Some(path) = &args.out {
        write(input.to_plan(&pipeline)?.as_ref(), path)?;
    }
    page::write(&args.page, PageKind::Pipeline, file.as_deref(), &input.json, &pipeline)?;
    match what_if {
        Some(table) => super::print(&table, args.json),
        None => super::print(&pipeline, args.json),
    }
}

fn write(plan: Option<&Plan>, path: &Path) -> Result<(), Failure> {
    match plan {
        Some(plan) => Ok(outputs::file(path, |out| plan.write(out))?),
        None => {
            eprintln!("{} is not written: a deadlock has no plan", path.display());
            Ok(())
        }
    }
}
