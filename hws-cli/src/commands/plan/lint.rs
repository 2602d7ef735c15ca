//! `hws plan lint`.

use std::path::Path;
use std::process::ExitCode;

use hws_plan::plan::Target;
use hws_sim::workload::Inputs;

use crate::args::plan::lint::Lint;
use crate::commands::inputs;
use crate::failure::Failure;

pub(super) fn execute(args: &Lint) -> Result<ExitCode, Failure> {
    let target = target(args.config.as_deref())?;
    super::print(&super::plan(&args.input)?.lint(&target), args.input.json)
}

fn target(config: Option<&Path>) -> Result<Target, Failure> {
    let config = config.map(inputs::source).transpose()?;
    let (hardware, usage_masks) = Inputs { config, ..Inputs::default() }.configuration()?;
    Ok(Target { topology: hardware.topology, top_k: hardware.top_k(), usage_masks })
}
