//! Ctrl-C: a run stops and keeps its results so far.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{absent, as_text, file, printed, said, started};

/// Thirteen million blocks: too many to wait for the end.
fn endless() -> String {
    let kernel = |index| format!("      - {{ id: k{index}, threads: 1, blocks: 65535, est: 1 }}\n");
    let kernels: String = (0..200).map(kernel).collect();
    file("run/interrupt/w.yaml", format!("dags:\n  - id: g\n    kernels:\n{kernels}"))
}

/// The recorder writes when its buffer is full, so a file that is not empty shows that the run is in progress.
/// It is written aside.
fn wait_for_content(folder: &Path, name: &str) {
    let is_there = || {
        let inner = fs::read_dir(folder).ok()?.next()?.ok()?.path();
        Some(fs::metadata(inner.join(name)).ok()?.len() > 0)
    };
    while !is_there().unwrap_or(false) {
        thread::sleep(Duration::from_millis(5));
    }
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn a_stopped_run_leaves_a_report_and_a_recording_that_replays() {
    let workload = endless();
    let out = absent("run/interrupt/out");
    let child = started(&["run", &workload, "--out", &as_text(&out)]);
    wait_for_content(&out, "trace.jsonl");
    send("-INT", &child);
    let (status, summary, err) = said(&child.wait_with_output().unwrap());
    assert_eq!((status, err.as_str()), (Some(130), ""));
    assert!(summary.starts_with("run               STOPPED at cycle "), "{summary}");
    let report: Value = serde_json::from_str(&fs::read_to_string(out.join("report.json")).unwrap()).unwrap();
    assert_eq!((&report["stopped"], &report["drained"]), (&true.into(), &false.into()));
    let trace = fs::read_to_string(out.join("trace.jsonl")).unwrap();
    assert!(printed(&["replay", &as_text(&out.join("stimulus.jsonl"))]) == trace, "another trace");
}

#[test]
fn a_run_that_is_ended_at_once_leaves_no_half_of_a_folder() {
    let workload = endless();
    let out = absent("run/interrupt/twice");
    let child = started(&["run", &workload, "--out", &as_text(&out)]);
    wait_for_content(&out, "trace.jsonl");
    // Not twice the same: the second could arrive before the first is handled, and be lost.
    send("-INT", &child);
    send("-TERM", &child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    // The run may have been quick enough to end by the first one.
    let left = fs::read_dir(&out).unwrap().count();
    assert!(matches!(left, 0 | 5), "{left} files");
}
