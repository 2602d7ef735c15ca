//! `hws regs`: the register map as a tool, one file per subcommand.

mod check;
mod diff;
mod explain;
mod export;
mod grep;
mod import;
mod lookup;
mod map_file;
mod register_json;
mod register_text;
mod schema;
mod show;
mod word;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_regmap::Map;

use crate::args::regs::{Command, Regs};
use crate::diagnostics::ErrorFormat;
use crate::failure::Failure;

pub(crate) use lookup::register_named;

/// Returns the map in that file, or the built-in one, for a line that is still typed: standard input is not read.
pub(crate) fn map_of(path: Option<&PathBuf>) -> Option<Map> {
    let is_standard_input = path.is_some_and(|path| path == Path::new("-"));
    if is_standard_input { None } else { map_file::MapFile::read_or_built_in(path).ok()?.map().ok() }
}

pub(crate) fn execute(args: &Regs, asked: ErrorFormat) -> Result<ExitCode, Failure> {
    match &args.command {
        Command::Check(check) => check::execute(check, asked),
        Command::Explain(explain) => explain::execute(explain),
        Command::Schema => schema::execute(),
        Command::Export(export) => export::execute(export),
        Command::Import(import) => import::execute(import),
        Command::Show(show) => show::execute(show),
        Command::Grep(grep) => grep::execute(grep),
        Command::Diff(diff) => diff::execute(diff),
    }
}
