//! `--config` and `--policy`.

use hws_run::policy;
use serde_json::Value;

use super::STG;
use crate::common::{file, json, printed, refused};

/// The topology of the machine in a report.
fn topology(report: &Value) -> &str {
    report["machine"]["topology"].as_str().unwrap()
}

#[test]
fn a_policy_wins_over_a_configuration_which_wins_over_the_file() {
    let graph = "hardware: { topology: 6x4 }\ndags: [{ id: g, kernels: [{ id: a, threads: 1, est: 9 }] }]\n";
    let graph = file("run/layers/w.yaml", graph);
    let config = file("run/layers/c.yaml", "hardware: { topology: 8x4 }\n");
    assert_eq!(topology(&json(&["run", &graph])), "6x4");
    assert_eq!(topology(&json(&["run", &graph, "--config", &config])), "8x4");
    let all = ["run", "--policy", "topology=16x1", &graph, "--config", &config, "--policy", "topology=4x4"];
    assert_eq!(topology(&json(&all)), "4x4");
}

/// The two tasks of the graph run one after the other, so a slower bus is visible in the makespan.
#[test]
fn a_policy_changes_the_run() {
    let graph = file("run/policy/g.stg", STG);
    let makespan = |policy: &str| json(&["run", &graph, "--policy", policy])["makespan"].as_u64().unwrap();
    assert!(makespan("bus_cycles=100") > makespan("bus_cycles=4"));
}

#[test]
fn the_table_is_printed() {
    assert_eq!(printed(&["run", "--policy", "list"]), policy::list());
    assert_eq!(printed(&["run", "no/such/file", "--policy", "help"]), policy::list());
    let entries: Vec<Value> =
        serde_json::from_str(&printed(&["sweep", "--policy", "list", "--json"])).unwrap();
    assert_eq!(entries.len(), policy::KEYS.len());
    assert_eq!(entries[1]["key"], "promote.threshold");
    assert_eq!((&entries[1]["default"], &entries[1]["unit"]), (&"4".into(), &"failed attempts".into()));
}

#[test]
fn errors_name_key_or_place() {
    let error = refused(&["run", "--policy", "p_top_l=2"]);
    let start = "error: policy p_top_l=2: unknown key; did you mean `p_top_k`?";
    assert!(error.starts_with(start), "{error}");
    assert!(refused(&["run", "--policy", "p_top_k"]).contains("give KEY=VALUE, or list"));
    assert!(
        refused(&["run", "--config", "no/such/file"]).starts_with("error: no/such/file: cannot be read: ")
    );
    let config = file("run/bad/c.yaml", "hardware:\n  topologie: 1\n");
    let error = refused(&["run", "--config", &config]);
    let start =
        format!("error: {config}:2:3: unknown key `topologie` in `hardware`; did you mean `topology`?");
    assert!(error.starts_with(&start), "{error}");
    assert_eq!(
        refused(&["run", "-", "--config", "-"]),
        "error: standard input can be read only once; give `-` once [given-twice]\n"
    );
}
