//! `--policy list`: the policies, with values, defaults and effects.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::outputs;
use hws_run::policy;

use crate::failure::Failure;

pub(super) fn print(json: bool) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    if json {
        outputs::json(&policy::entries(), &mut out)?;
    } else {
        write!(out, "{}", policy::list())?;
    }
    Ok(ExitCode::SUCCESS)
}
