//! `hws plan check`.

use std::process::ExitCode;

use hws_plan::plan::Plan;

use crate::args::plan::check::Check;
use crate::failure::Failure;

pub(super) fn execute(args: &Check) -> Result<ExitCode, Failure> {
    let text = super::read_text(&args.input)?;
    let plan = Plan::parse(&text).map_err(super::refused(&args.input.file))?;
    super::print(&plan.check(), args.input.json)
}
