//! Calls the binary `hws` in the root of the workspace, and creates files for the tests.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Exit status, standard output and standard error.
pub(crate) type Said = (Option<i32>, String, String);

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hws"));
    command.current_dir(root()).args(arguments);
    command
}

pub(crate) fn hws(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Starts a command; its output is kept.
pub(crate) fn started(arguments: &[&str]) -> Child {
    let pipe = || Stdio::piped();
    command(arguments).stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap()
}

/// Status and output of a command that reads `input`.
pub(crate) fn fed(arguments: &[&str], input: impl AsRef<[u8]>) -> Said {
    let mut child = started(arguments);
    // A command that refuses its options does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    said(&child.wait_with_output().unwrap())
}

pub(crate) fn said(output: &Output) -> Said {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The standard output of a command that succeeds and prints no diagnostics.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let (status, out, err) = said(&hws(arguments));
    assert_eq!((status, err.as_str()), (Some(0), ""), "{arguments:?}");
    out
}

/// The standard error of a command that is refused and prints no result.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let (status, out, err) = said(&hws(arguments));
    assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
    err
}

/// The JSON that a command prints.
pub(crate) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).unwrap()
}

/// The subcommands that a help text lists.
pub(crate) fn subcommands(help: &str) -> Vec<&str> {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let names = list.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

/// A path in the folder of the tests, which exists.
pub(crate) fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    path
}

/// A path at which nothing exists.
pub(crate) fn absent(name: &str) -> PathBuf {
    let path = path(name);
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}

/// A file with this content.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = path(name);
    fs::write(&path, content).unwrap();
    as_text(&path)
}

pub(crate) fn as_text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
