//! `hws plan check`.

use std::process::ExitCode;

use crate::args::plan::check::Check;
use crate::failure::Failure;

pub(super) fn execute(args: &Check) -> Result<ExitCode, Failure> {
    super::print(&super::plan(&args.input)?.check(), args.input.json)
}
