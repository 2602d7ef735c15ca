//! `hws plan rank`.

use std::process::ExitCode;

use hws_plan::rank::Ranking;

use crate::args::plan::rank::Rank;
use crate::failure::Failure;

pub(super) fn execute(args: &Rank) -> Result<ExitCode, Failure> {
    let input = super::read(&args.input)?;
    let ranking = Ranking::of(&input).map_err(super::refused(&args.input.file))?;
    super::print(&ranking, args.input.json)
}
