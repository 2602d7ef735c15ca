//! `hws run` as a user calls it: what it takes, what it says, and with which exit status.

mod explain;
mod interrupt;
mod plan;
mod policies;
mod real_times;
mod schema;
mod several;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Two tasks, one after the other.
const STG: &str = "2\n0 1000 0\n1 2000 1 0\n";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hws"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).args(arguments);
    command
}

/// Status, standard output and standard error of a command that is fed `input`.
fn fed(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let pipes = || Stdio::piped();
    let mut command = command(arguments);
    let mut child = command.stdin(pipes()).stdout(pipes()).stderr(pipes()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    said(&child.wait_with_output().unwrap())
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// What is printed when all is well, and nothing else is.
fn printed(arguments: &[&str]) -> String {
    let (status, out, err) = said(&command(arguments).output().unwrap());
    assert_eq!((status, err.as_str()), (Some(0), ""), "{arguments:?}");
    out
}

/// What is said of bad use or bad input, and nothing else is.
fn refused(arguments: &[&str]) -> String {
    let (status, out, err) = said(&command(arguments).output().unwrap());
    assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
    err
}

fn report(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).unwrap()
}

/// A file in a folder of this test's own.
fn file(folder: &str, name: &str, text: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}
