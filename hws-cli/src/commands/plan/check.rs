//! `hws plan check`.

use std::process::ExitCode;

use hws_plan::plan::Plan;

use crate::args::plan::check::Check;
use crate::commands::inputs;
use crate::failure::Failure;

pub(super) fn execute(args: &Check) -> Result<ExitCode, Failure> {
    let source = inputs::source(&args.input.file)?;
    let plan = Plan::parse(&super::text(&source)?).map_err(super::refused(&args.input.file))?;
    super::print(&plan.check(), args.input.json)
}
