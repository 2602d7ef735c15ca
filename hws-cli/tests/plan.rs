//! `hws plan` as a user calls it: what it takes, what it says, and with which exit status.

mod check;
mod compare;
mod dataflow;
mod emit;
mod gemini;
mod import;
mod lint;
mod page;
mod pairs;
mod periodic;
mod pipeline;
mod rank;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A command that runs in the root of the workspace.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hws"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).arg("plan").args(arguments);
    command
}

/// Status, standard output and standard error of `hws plan` with these arguments.
fn plan(arguments: &[&str]) -> (Option<i32>, String, String) {
    said(&command(arguments).output().unwrap())
}

/// The same, fed with `input`.
fn fed(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let pipe = || Stdio::piped();
    let mut child = command(arguments).stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    // A command that refuses its options does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    said(&child.wait_with_output().unwrap())
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The input is refused: nothing on standard output, and an error that begins so.
fn is_refused((status, out, said): (Option<i32>, String, String), start: &str) {
    assert_eq!((status, out.as_str()), (Some(2), ""), "{said}");
    assert!(said.starts_with(&format!("error: {start}")), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}
