//! `hws explain-error`: what the code of a diagnostic means.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_input::nearest;

use crate::diagnostics::codes;
use crate::failure::Failure;

pub(crate) fn execute(code: Option<&str>) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let all = codes::all();
    let Some(code) = code else {
        for known in &all {
            writeln!(out, "{:26}{}", known.code, known.summary())?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    // As it is printed behind a message.
    let code = code.trim_start_matches('[').trim_end_matches(']');
    let known = all.iter().find(|known| known.code == code).ok_or_else(|| {
        let message = format!("unknown error code `{code}`");
        let meant = nearest(code, all.iter().map(|known| known.code));
        Failure::refused("unknown-word", message, "`hws explain-error` lists them", meant)
    })?;
    write!(out, "{}", known.explanation())?;
    Ok(ExitCode::SUCCESS)
}
