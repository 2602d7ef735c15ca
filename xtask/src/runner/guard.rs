//! The list runs in a process group of its own, and sees by its standard input whether the process that the user started
//! still lives: so an interruption, of whatever kind, stops the step and prints the table, without a handler for signals.

use crate::repository::Outcome;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};

/// The first word of the arguments of a guarded process.
pub(crate) const GUARDED: &str = "guarded";

/// Runs this program again with these arguments, and returns its status.
pub(crate) fn start(words: &[&str]) -> Outcome<ExitCode> {
    let failed = |error| format!("cargo xtask: not started again: {error}");
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(program);
    command.arg(GUARDED).args(words).stdin(Stdio::piped()).process_group(0);
    let mut inner = command.spawn().map_err(failed)?;
    // `wait` would close it: it stays open as long as this process lives.
    let open = inner.stdin.take();
    let status = inner.wait().map_err(failed)?;
    drop(open);
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
