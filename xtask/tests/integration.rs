//! The program as it is called.

use std::process::{Command, Output, Stdio};

fn xtask(words: &[&str]) -> Output {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    xtask.args(words).stdin(Stdio::null()).output().expect("xtask starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The process that a user starts holds the standard input of the one that runs the list; here nobody does.
#[test]
fn a_list_that_is_interrupted_prints_its_table() {
    let output = xtask(&["guarded", "nightly", "space"]);
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("  every state of the large configurations: INTERRUPTED\n"), "{said}");
}

#[test]
fn a_list_has_the_status_of_the_process_that_runs_it() {
    let known = xtask(&["nightly", "--list"]);
    assert!(known.status.success() && stdout(&known).contains("\nfuzz ("), "{}", stdout(&known));
    let unknown = xtask(&["nightly", "no-such-part"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert_eq!(stdout(&unknown), "", "nothing ran");
}

#[test]
fn an_unknown_command_runs_nothing_and_prints_the_usage() {
    for words in [&["no-such-check"][..], &["check"], &["ci", "all"], &[]] {
        let output = xtask(words);
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(
            output.stdout.is_empty() && output.stderr.starts_with(b"usage: cargo xtask COMMAND"),
            "{words:?}"
        );
    }
}
