//! `hws regs`: the register map as a tool, one file per subcommand.

mod check;
mod diff;
mod explain;
mod export;
mod grep;
mod lookup;
mod map_file;
mod register_json;
mod register_text;
mod schema;
mod show;
mod word;

use std::process::ExitCode;

use crate::args::regs::{Command, Regs};
use crate::failure::Failure;

pub(crate) fn execute(args: &Regs) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::Check(check) => check::execute(check),
        Command::Explain(explain) => explain::execute(explain),
        Command::Schema => schema::execute(),
        Command::Export(export) => export::execute(export),
        Command::Show(show) => show::execute(show),
        Command::Grep(grep) => grep::execute(grep),
        Command::Diff(diff) => diff::execute(diff),
    }
}
