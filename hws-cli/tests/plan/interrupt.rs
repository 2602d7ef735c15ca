//! Ctrl-C ends a planner at once.
#![cfg(unix)]

use std::io::Write;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{absent, as_text, said, started};

/// More than a pipe holds: once it is written, the command is reading, and its handler is installed.
const SPACE: usize = 1 << 18;

/// A search of a quintillion nodes on a graph for which no bound helps.
fn endless() -> String {
    let task = |id: u64| json!({"id": id, "costs": [7 + id * 5 % 11, 6 + id * 7 % 13, 8 + id * 3 % 7]});
    let tasks: Vec<Value> = (0..120).map(task).collect();
    let edge = |to: u64| {
        let from = |back: u64| json!({"from": to - back, "to": to, "comm": 5 + to * back % 17});
        [3, 7, 10].map(from)
    };
    let edges: Vec<Value> = (10..120).flat_map(edge).collect();
    json!({"tasks": tasks, "edges": edges}).to_string() + &" ".repeat(SPACE)
}

#[test]
fn a_planner_ends_at_once_and_writes_nothing() {
    let out = absent("plan/interrupt/plan.json");
    let nodes = "1000000000000000000";
    let mut child = started(&["plan", "rank", "-", "--optimal", "--nodes", nodes, "--out", &as_text(&out)]);
    child.stdin.take().unwrap().write_all(endless().as_bytes()).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let (status, answer, err) = said(&child.wait_with_output().unwrap());
    assert_eq!((status, answer.as_str(), err.as_str()), (Some(130), "", ""));
    assert!(!out.exists());
}
