//! `hws plan rank`.

use super::{fed, is_refused, plan};
use crate::common::{absent, as_text, printed};

/// Five tasks: a fork of three and a join.
const STG: &str = "5\n0 4 0\n1 2 1 0\n2 3 1 0\n3 2 1 0\n4 1 3 1 2 3\n";

#[test]
fn tables_for_readers() {
    let (status, out, said) = plan(&["rank", "hws-plan/tests/data/heft10.rank.in.json"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(out.contains("critical path 108, HEFT makespan 80"), "{out}");
}

#[test]
fn bad_inputs_name_file_and_place() {
    is_refused(fed(&["rank"], "{\"tasks\": [{}]}"), "standard input: tasks[0].id: missing; add it");
    is_refused(fed(&["rank"], "{\"tasks\": [}"), "standard input:1:12: ");
    is_refused(
        fed(&["rank"], "{\"tasks\": [{\"id\": 1, \"id\": 2"),
        "standard input:1:25: the key `id` is given twice",
    );
    is_refused(
        fed(&["rank"], "{\"tasks\": [{\"id\": 1, \"cost\": 99999999999999999999}]}"),
        "standard input: tasks[0].cost: ",
    );
    is_refused(plan(&["rank", "no/such/file"]), "no/such/file: cannot be read");
}

#[test]
fn options_win_over_the_input() {
    let input = r#"{"tasks": [{"id": 1, "cost": 600}, {"id": 2, "cost": 400}],
        "edges": [{"from": 1, "to": 2}], "coeff": [1, 2]}"#;
    let priority = |options: &[&str]| {
        let (status, out, said) = fed(&[&["rank", "--json"], options].concat(), input);
        assert_eq!((status, said.as_str()), (Some(0), ""));
        let output: serde_json::Value = serde_json::from_str(&out).unwrap();
        output["ranks"][0]["offline_priority"].as_u64().unwrap()
    };
    assert_eq!(priority(&[]), 500);
    assert_eq!(priority(&["--coeff", "1/10"]), 100);
    assert_eq!(priority(&["--normalise", "max=255"]), 255);
    for options in
        [&["--coeff", "0/1"][..], &["--normalise", "255"], &["--coeff", "1/2", "--normalise", "max=2"]]
    {
        assert_eq!(fed(&[&["rank"], options].concat(), input).0, Some(2), "{options:?}");
    }
}

#[test]
fn every_file_and_every_graph_of_a_workload_is_ranked_separately() {
    let files = [
        "rank",
        "--json",
        "--normalise",
        "max=15",
        "hws-plan/tests/data/heft10.rank.in.json",
        "examples/many_graphs.yaml",
    ];
    let (status, out, said) = plan(&files);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let output: serde_json::Value = serde_json::from_str(&out).unwrap();
    let graphs = output["graphs"].as_array().unwrap();
    assert!(graphs.len() > 2);
    assert_eq!(graphs[0]["name"], "heft10.rank.in");
    for graph in graphs {
        let ranks = graph["ranks"].as_array().unwrap().iter();
        assert_eq!(ranks.map(|rank| rank["offline_priority"].as_u64().unwrap()).max(), Some(15));
    }
}

#[test]
fn formats_that_are_imported_are_ranked_in_their_own_unit() {
    let (status, out, said) = fed(&["rank"], "3\n0 7 0\n1 5 1 0\n2 6 1 0\n");
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(out.contains("critical path 13\n3 distinct ranks, 3 distinct priorities\n"), "{out}");
    is_refused(fed(&["rank"], "3\n0 7 0\n"), "standard input:1: the header announces 3 tasks");
    is_refused(fed(&["rank"], "nothing"), "standard input: not a format this program reads");
    is_refused(fed(&["rank"], "[]"), "standard input: tasks: missing");
}

#[test]
fn a_schedule_is_a_plan_that_drains() {
    let out = as_text(&absent("plan/rank/fork.json"));
    let (status, table, said) = fed(&["rank", "--pes", "2", "-o", &out], STG);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    // On two processors, 4 + 2 + 2 + 1 or 4 + 3 + 1 with the third task behind one of the others: 9 is the least.
    assert!(table.contains("\n9 is optimal\n"), "{table}");
    assert!(printed(&["plan", "check", &out]).contains("no violations"));
    let run: serde_json::Value = serde_json::from_str(&printed(&["run", &out, "--json"])).unwrap();
    assert_eq!(run["drained"], true);
}

#[test]
fn every_format_is_placed() {
    let files = ["examples/many_graphs.yaml", "hws-plan/tests/data/tiny.gemini.in.json"];
    let (status, out, said) =
        plan(&[&["rank", "--json", "--pes", "3", "--method", "cpop"][..], &files].concat());
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let output: serde_json::Value = serde_json::from_str(&out).unwrap();
    for graph in output["graphs"].as_array().unwrap() {
        for method in ["heft", "cpop"] {
            assert!(graph[method]["makespan"].as_i64() >= graph["lower_bound"].as_i64(), "{graph}");
            assert!(graph[method]["placements"].is_array());
        }
    }
}

#[test]
fn schedules_that_are_impossible_are_refused() {
    let rank = |options: &[&str]| fed(&[&["rank"], options].concat(), STG);
    is_refused(rank(&["--method", "best"]), "standard input: pes: a schedule needs the number of processors");
    is_refused(rank(&["--out", "no/such/plan.json"]), "standard input: pes: a schedule needs the number");
    is_refused(rank(&["--pes", "33", "-o", "no/such/plan.json"]), "command line: pes: 33 processors, but");
    is_refused(
        plan(&["rank", "hws-plan/tests/data/heft10.rank.in.json", "--pes", "4"]),
        "command line: pes: 4 processors, but tasks have 3 costs",
    );
    is_refused(
        plan(&["rank", "examples/many_graphs.yaml", "--pes", "4", "-o", "no/such/plan.json"]),
        "--out takes one graph, but there are",
    );
    for options in [&["--pes", "0"][..], &["--pes", "65537"], &["--method", "heff"], &["--nodes", "3"]] {
        assert_eq!(rank(options).0, Some(2), "{options:?}");
    }
}
