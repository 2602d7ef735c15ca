//! The answer of a command, as text or as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use hws_host::outputs;
use serde::Serialize;

/// Prints an answer on standard output.
pub(super) fn print(answer: &(impl Serialize + Display), json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        outputs::json(answer, &mut out)?;
    } else {
        write!(out, "{answer}")?;
    }
    out.flush()
}
