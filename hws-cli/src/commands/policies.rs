//! `--policy list`: the policies, with values and meanings.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_run::policy;

use crate::failure::Failure;

pub(super) fn print() -> Result<ExitCode, Failure> {
    write!(io::stdout(), "{}", policy::list())?;
    Ok(ExitCode::SUCCESS)
}
