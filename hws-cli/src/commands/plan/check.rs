//! `hws plan check`.

use std::process::ExitCode;

use hws_host::{HostError, files, plan};
use hws_plan::plan::Plan;

use crate::args::plan::check::Check;
use crate::failure::Failure;

pub(super) fn execute(args: &Check) -> Result<ExitCode, Failure> {
    let source = files::source(&args.input.file)?;
    let plan = Plan::parse(&plan::text(&source)?).map_err(HostError::input(&source.name))?;
    super::print(&plan.check(), args.input.json)
}
