//! `hws regs check`: every error of a map, with file, line and column.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_regmap::fingerprint;

use super::map_file::MapFile;
use crate::args::regs::Check;
use crate::failure::Failure;

pub(super) fn execute(args: &Check) -> Result<ExitCode, Failure> {
    let file = MapFile::read(&args.map)?;
    match file.load() {
        Ok(map) => {
            let registers = map.registers.len();
            let print = fingerprint(&map);
            writeln!(
                io::stdout(),
                "{}: no errors, {registers} registers, fingerprint 0x{print:016x}",
                file.name()
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(diagnostics) => {
            // The exit status reports the errors, even if standard error is closed.
            let _ = writeln!(io::stderr(), "{}", file.shown(&diagnostics));
            Ok(ExitCode::FAILURE)
        }
    }
}
