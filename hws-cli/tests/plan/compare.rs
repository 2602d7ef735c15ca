//! `hws plan compare`.

use serde_json::Value;

use super::{fed, is_refused, plan};

/// Two tasks, one after the other.
const STG: &str = "2\n0 1000 0\n1 2000 1 0\n";

fn compared(arguments: &[&str]) -> Value {
    let (status, out, said) = fed(&[&["compare", "-", "--json"], arguments].concat(), STG);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    serde_json::from_str::<Value>(&out).unwrap()["graphs"][0].clone()
}

#[test]
fn a_chain_takes_its_length_in_a_plan_and_more_in_a_run() {
    let graph = compared(&["--scale", "2"]);
    assert_eq!(
        (&graph["lower_bound"], &graph["est_scale"], &graph["sips"]),
        (&6000.into(), &2.into(), &32.into())
    );
    assert_eq!((&graph["static"]["makespan"], &graph["static"]["by"]), (&6000.into(), &"heft".into()));
    for run in ["static_run", "dynamic"] {
        assert_eq!(graph[run]["drained"], true);
        assert!(graph[run]["makespan"].as_u64().unwrap() > 6000);
    }
    assert_eq!(compared(&["--policy", "topology=8x2"])["sips"], 16);
}

#[test]
fn a_table_has_a_row_for_each_file() {
    let files = ["compare", "hws-plan/tests/data/tiny.gemini.in.json", "examples/prefetch.yaml"];
    let (status, out, said) = plan(&files);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows.len(), 3, "{out}");
    assert!(rows[0].starts_with("graph") && rows[0].ends_with("places by"), "{out}");
    assert!(rows[1].starts_with("tiny.gemini.in") && rows[1].ends_with("file"), "{out}");
    assert!(rows[2].starts_with("prefetch") && rows[2].ends_with("heft"), "{out}");
}

#[test]
fn a_run_that_is_not_drained_is_exit_status_1() {
    let stuck =
        "contexts: { 0: { \"2\": 0 } }\ndags: [ { id: g, kernels: [ { id: a, threads: 2, est: 9 } ] } ]\n";
    let (status, out, said) = fed(&["compare", "-"], stuck);
    assert_eq!((status, said.as_str()), (Some(1), ""));
    assert!(out.contains("not drained"), "{out}");
}

#[test]
fn bad_inputs_are_refused() {
    is_refused(fed(&["compare", "-"], "1\n0 x 0\n"), "standard input:2: `x` is not a time");
    is_refused(plan(&["compare", "-", "-"]), "standard input can be read only once");
    is_refused(plan(&["compare", "no/such/file"]), "no/such/file: cannot be read");
}
