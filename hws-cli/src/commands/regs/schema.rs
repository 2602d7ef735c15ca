//! `hws regs schema`: the JSON Schema of a register map.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::failure::Failure;

pub(super) fn execute() -> Result<ExitCode, Failure> {
    writeln!(io::stdout(), "{:#}", hws_regmap::schema())?;
    Ok(ExitCode::SUCCESS)
}
