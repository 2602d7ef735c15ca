//! Ctrl-C in the middle of a tuning.

use std::process::Command;
use std::thread;

use super::*;
use crate::common::started;

#[test]
fn ctrl_c_keeps_the_runs_and_the_same_command_goes_on() {
    let there = folder("ctrl_c");
    let search = |folder: &Path| -> Vec<String> {
        let out = as_text(folder);
        ["tune", "examples/detector.yaml", "--budget", "200", "--out", &out].map(str::to_owned).to_vec()
    };
    let arguments = search(&there);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut child = started(&arguments);
    while lines(&there) < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        thread::yield_now();
    }
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(sent.success());
    let (status, out, err) = said(&child.wait_with_output().unwrap());
    assert_eq!(status, Some(130), "{err}");
    assert!(out.contains("Stopped"), "{out}");
    let kept = lines(&there);
    assert!(err.contains(&format!("interrupted after {kept} runs; repeat the command to continue")), "{err}");

    let elsewhere = folder("not_interrupted");
    let whole = [&there, &elsewhere].map(|folder| {
        let arguments = search(folder);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (status, out, err) = said(&hws(&arguments));
        assert_eq!(status, Some(0), "{err}");
        out
    });
    assert_eq!(whole[0], whole[1]);
    assert_eq!(lines(&there), lines(&elsewhere));
    for file in ["sweep.parquet", "tune.json"] {
        assert!(fs::read(there.join(file)).unwrap() == fs::read(elsewhere.join(file)).unwrap(), "{file}");
    }
}
