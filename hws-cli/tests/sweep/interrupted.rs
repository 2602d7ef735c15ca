//! Ctrl-C and a kill in the middle of a sweep.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::thread;

use super::{folder, results, sweep};
use crate::common::{as_text, started, text};

/// Enough runs that the sweep is still going at the signal.
const LONG: &[&str] = &[
    "examples/detector.yaml",
    "--set",
    "launch_delay=0..9",
    "--seeds",
    "60",
    "--jobs",
    "2",
    "--format",
    "both",
];
/// The same, except for the first of them.
const SHORT: &[&str] =
    &["examples/detector.yaml", "--set", "launch_delay=0..1", "--seeds", "8", "--format", "both"];

fn lines(folder: &Path) -> usize {
    fs::read(folder.join("rows.jsonl")).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

/// A long sweep that has made at least three runs.
fn begun(folder: &Path) -> Child {
    let mut child = started(&[&["sweep"], LONG, &["--out", &as_text(folder)]].concat());
    while lines(folder) < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        thread::yield_now();
    }
    child
}

fn signalled(child: Child, signal: &str) -> Output {
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status().unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}

/// A sweep in the folder gives the files of the same sweep elsewhere.
fn assert_goes_on(there: &Path, name: &str) {
    let elsewhere = folder(name);
    for folder in [there, &elsewhere] {
        let output = sweep(&[SHORT, &["--out", &as_text(folder)]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    assert!(results(there) == results(&elsewhere));
}

#[test]
fn ctrl_c_ends_a_sweep_cleanly_with_its_results_so_far() {
    let folder = folder("ctrl_c");
    let output = signalled(begun(&folder), "INT");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let made = lines(&folder);
    assert!((3..600).contains(&made), "{made}");
    let said = text(&output.stderr);
    assert!(
        said.contains(&format!("interrupted: {} runs are left; repeat the command to continue", 600 - made)),
        "{said}"
    );
    assert_eq!(text(&results(&folder)[1]).lines().count(), made + 1);
    assert_eq!(text(&output.stdout).lines().count(), 11, "a line for each setting");
    assert_goes_on(&folder, "not_interrupted");
}

#[test]
fn a_kill_leaves_the_finished_runs() {
    let folder = folder("killed");
    let output = signalled(begun(&folder), "KILL");
    assert_eq!(output.status.code(), None);
    assert!(!folder.join("sweep.csv").exists());
    assert!(lines(&folder) >= 3);
    assert_goes_on(&folder, "not_killed");
}

#[test]
fn two_sweeps_do_not_share_a_folder() {
    let folder = folder("shared");
    let child = begun(&folder);
    let output = sweep(&[SHORT, &["--out", &as_text(&folder)]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("rows.jsonl: locked by another sweep"), "{}", text(&output.stderr));
    signalled(child, "INT");
}
