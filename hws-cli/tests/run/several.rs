//! Several workloads on one machine, and standard input.

use serde_json::Value;

use super::STG;
use crate::common::{fed, file, json, printed, refused};

fn names(report: &Value) -> Vec<&str> {
    report["dags"].as_array().unwrap().iter().map(|dag| dag["name"].as_str().unwrap()).collect()
}

#[test]
fn several_files_run_on_one_machine() {
    let graph = file("run/several/robot.stg", STG);
    let report = json(&["run", &graph, "examples/detector.yaml", &graph]);
    assert_eq!(names(&report), ["robot", "detector", "lm", "lm#1", "lm#2", "robot@2"]);
    assert_eq!((&report["drained"], &report["est_scale"]), (&Value::from(true), &Value::from(1)));
}

#[test]
fn a_dash_is_standard_input() {
    let graph = file("run/dash/graph.stg", STG);
    let (status, out, err) = fed(&["run", "-"], STG);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(out, printed(&["run", &graph]), "the graph is called `graph` in both");
    let (status, out, err) = fed(&["run", "-"], "dags: [{}]");
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.starts_with("error: standard input:1:8: missing key `id` in a graph"), "{err}");
    assert_eq!(
        refused(&["run", "-", "-"]),
        "error: standard input can be read only once; give `-` once [given-twice]\n"
    );
}

#[test]
fn an_import_is_relative_to_the_file_that_names_it() {
    file("run/beside/inner.stg", STG);
    let outer = file("run/beside/outer.yaml", "dags: [{ id: g, import: inner.stg }]");
    assert_eq!(names(&json(&["run", &outer])), ["g"]);
    let (status, _, err) = fed(&["run", "-"], "dags: [{ id: g, import: inner.stg }]");
    assert_eq!(status, Some(2));
    assert!(err.starts_with("error: standard input:1:25: cannot read inner.stg: "), "{err}");
}

#[test]
fn two_different_machines_are_refused() {
    let other = file("run/machines/w.yaml", "hardware: { topology: 6x4 }\ndags: [{ id: g, import: g.stg }]");
    let error = refused(&["run", "examples/detector.yaml", &other]);
    let start = format!("error: {other}:1:11: `hardware` differs from that in examples/detector.yaml:3:3");
    assert!(error.starts_with(&start), "{error}");
}
