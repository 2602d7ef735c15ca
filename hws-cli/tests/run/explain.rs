//! `--explain-workload`.

use super::STG;
use crate::common::{file, json, printed, refused};

#[test]
fn a_workload_is_explained_without_running() {
    let graph = file("run/explain/robot.stg", STG);
    let text = printed(&["run", &graph, "--explain-workload", "--policy", "p_top_k=2"]);
    assert!(text.contains("graphs            1 with 2 kernels\n"), "{text}");
    assert!(text.contains("P_TOP_K"), "{text}");
    assert!(text.contains("  policy p_top_k=2\n"), "{text}");
    let found = json(&["run", &graph, "--explain-workload"]);
    assert_eq!((&found["dags"][0]["name"], &found["lower_bound"]), (&"robot".into(), &3000.into()));
}

#[test]
fn an_invalid_workload_is_not_explained() {
    let graph = file("run/explain_bad/w.yaml", "dags: []");
    assert!(refused(&["run", &graph, "--explain-workload"]).contains(":1:7: `dags` is a list"));
    assert!(refused(&["run", "--explain-workload", "--out", "x"]).contains("cannot be used with"));
}
