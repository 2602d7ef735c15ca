//! `hws plan methods`.

use serde_json::{Value, json};

use super::{fed, is_refused, plan};

const SIX_NODES: &str = "hws-plan/tests/data/six_node.periodic.in.json";
const TWO_TASKS: &str = "2\n0 4 0\n1 2 1 0\n";

/// What `hws plan periodic` says of one method.
fn alone(file: &str, pes: &str, method: &str) -> Value {
    let (status, out, _) =
        plan(&["periodic", file, "--json", "--iterations", "50", "--pes", pes, "--method", method]);
    assert_eq!(status, Some(0));
    let planned: Value = serde_json::from_str(&out).unwrap();
    json!({ "total": planned["chosen_total"], "width": planned["width"] })
}

#[test]
fn each_cell_is_the_plan_of_one_method_on_one_machine() {
    let options = ["--iterations", "50", "--pes", "2,5", "--json"];
    let (status, out, said) = plan(&[&["methods", SIX_NODES], &options[..]].concat());
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let methods = |pes| {
        json!({
            "auto": alone(SIX_NODES, pes, "auto"),
            "resc": alone(SIX_NODES, pes, "resc"),
            "bala": alone(SIX_NODES, pes, "bala"),
        })
    };
    let expected = json!({ "iterations": 50, "rows": [
        { "graph": "six_node.periodic.in", "pes": 2, "methods": methods("2") },
        { "graph": "six_node.periodic.in", "pes": 5, "methods": methods("5") },
    ]});
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), expected);
}

/// Two tasks of 4 and 2 on one PE: 6 an iteration, whatever the method.
#[test]
fn the_table_has_a_row_for_each_graph_and_machine() {
    let (status, out, said) =
        fed(&["methods", "-", "--pes", "1", "--iterations", "10", "--method", "resc,bala"], TWO_TASKS);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let expected = "totals of 10 iterations\n\ngraph  PEs  resc  width  bala  width\ngraph    1    60      1    60      1\n";
    assert_eq!(out, expected);
}

#[test]
fn refusals() {
    is_refused(plan(&["methods", "absent.stg"]), "absent.stg: ");
    is_refused(plan(&["methods", SIX_NODES, "--pes", "0"]), "command line: pes: ");
    is_refused(fed(&["methods", "-", "--cache-speed", "0"], TWO_TASKS), "command line: cache.cache_speed: ");
    for (options, reason) in [
        (["--method", "auto,lctes"], "the publications do not describe it"),
        (["--method", "best"], "give `auto`, `resc` or `bala`"),
        (["--pes", "16,x"], "invalid digit"),
    ] {
        let (status, out, said) = plan(&[&["methods", SIX_NODES], &options[..]].concat());
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert!(said.contains(reason), "{said}");
    }
}
