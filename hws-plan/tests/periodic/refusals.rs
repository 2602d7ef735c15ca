//! Inputs that are refused, each with the start of the message: its place.

use hws_plan::plan::{LintTarget, Naming, PlanTimeUnit};
use hws_plan::{Periodic, PlannerAnswer, Task, TaskGraph};
use rstest::rstest;
use serde_json::{Value, json};

use super::{answer, pairs};

/// Two nodes and an edge between them, with some keys changed.
fn with(changes: Value) -> Value {
    let mut input = json!({
        "pes": 2, "iterations": 3,
        "nodes": [{"id": 1, "cost": 2}, {"id": 2, "cost": 1}],
        "edges": [{"from": 1, "to": 2, "size": 0}],
    });
    for (key, value) in changes.as_object().unwrap() {
        input[key] = value.clone();
    }
    input
}

fn edge(keys: Value) -> Value {
    let mut edge = json!({"from": 1, "to": 2, "size": 4});
    for (key, value) in keys.as_object().unwrap() {
        edge[key] = value.clone();
    }
    json!({"edges": [edge], "cache": {"size": 9, "cache_speed": 2, "dram_speed": 1}})
}

fn refused(input: &Value, start: &str) {
    let error = Periodic::from_json(input).map(|_| ()).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
}

#[rstest]
#[case(json!({"mode": "plans"}), "mode: \"plans\" is not legal here; give \"plan\" or \"check\" or \"bruteforce\"")]
#[case(json!({"i_limits": 3}), "i_limits: unknown key; did you mean `i_limit`? the keys are mode, pes,")]
#[case(json!({"cache": {"size": 1, "cache_sped": 1}}), "cache.cache_sped: unknown key; did you mean `cache_speed`?")]
#[case(json!({"nodes": [{"id": 1, "cost": 1, "latency": 2}]}), "nodes[0].latency: node 1: unknown key; the keys are id, cost, name")]
#[case(json!({"pes": 0}), "pes: 0 is not")]
#[case(json!({"pes": 65537}), "pes: 65537 is not legal here; give an integer from 1 to 2^16")]
#[case(json!({"pes": 4.0}), "pes: 4.0 is not")]
#[case(json!({"iterations": 0}), "iterations: 0 is not")]
#[case(json!({"iterations": 2147483648_i64}), "iterations: 2147483648 is not")]
#[case(json!({"nodes": []}), "nodes: [] is not legal here; give a list of at least one node")]
#[case(json!({"nodes": [{"cost": 1}]}), "nodes[0].id: missing")]
#[case(json!({"nodes": [{"id": "a", "cost": 1}], "edges": []}), "nodes[0].id: \"a\" is not legal here; give an integer")]
#[case(json!({"nodes": [{"id": 1, "cost": 0}]}), "nodes[0].cost: node 1: 0 is not")]
#[case(json!({"nodes": [{"id": 1}]}), "nodes[0].cost: node 1: missing")]
#[case(json!({"nodes": [{"id": 1, "cost": 1}, {"id": 1, "cost": 1}]}), "nodes[1].id: id 1 given twice")]
#[case(json!({"edges": [{"from": 1, "to": 3, "size": 0}]}), "edges[0].to: there is no node 3")]
#[case(json!({"edges": [{"from": 1, "to": 1, "size": 0}]}), "edges[0]: node 1 waits for itself")]
#[case(json!({"edges": [{"from": 1, "to": 2}]}), "edges[0].size: edge 1 -> 2: missing")]
#[case(json!({"edges": [{"from": 1, "to": 2, "size": -1}]}), "edges[0].size: edge 1 -> 2: -1 is not")]
#[case(json!({"edges": [{"from": 1, "to": 2, "size": 0}, {"from": 1, "to": 2, "size": 0}]}), "edges[1]: edge 1 -> 2 given twice")]
#[case(json!({"edges": [{"from": 1, "to": 2, "size": 0}, {"from": 2, "to": 1, "size": 0}]}), "edges: node 1 is on a cycle")]
#[case(json!({"edges": [{"from": 1, "to": 2, "size": 1}]}), "edges[0]: neither t_cache nor cache.cache_speed is given")]
#[case(json!({"edges": [{"from": 1, "to": 2, "size": 1, "t_cache": 1}]}), "edges[0]: neither t_dram nor cache.dram_speed is given")]
#[case(edge(json!({"t_cache": -1})), "edges[0].t_cache: edge 1 -> 2: -1 is not")]
#[case(edge(json!({"t_cache": 5})), "edges[0]: t_dram 4 is below t_cache 5")]
#[case(json!({"cache": {"cache_speed": 1}}), "cache.size: missing")]
#[case(json!({"cache": {"size": -1}}), "cache.size: -1 is not")]
#[case(json!({"cache": {"size": 1, "cache_speed": 0}}), "cache.cache_speed: 0 is not")]
#[case(json!({"cache": {"size": 1, "dram_speed": 0}}), "cache.dram_speed: 0 is not")]
#[case(json!({"ratio_limit": [1, 0]}), "ratio_limit[1]: 0 is not")]
#[case(json!({"ratio_limit": [1]}), "ratio_limit: [1] is not")]
#[case(json!({"i_limit": 0}), "i_limit: 0 is not")]
#[case(json!({"i_limit": 65537}), "i_limit: 65537 is not")]
#[case(json!({"alpha": [9, 8]}), "alpha: [9,8] is not")]
#[case(json!({"alpha": [0, 0]}), "alpha[1]: 0 is not")]
#[case(json!({"arrange": "lpt"}), "arrange: \"lpt\" is not")]
#[case(json!({"width": 0}), "width: 0 is not")]
#[case(json!({"width": "wide"}), "width: \"wide\" is not legal here; give \"auto\" or \"mode\"")]
#[case(json!({"max_latency": 0}), "max_latency: 0 is not")]
#[case(json!({"exact": 1}), "exact: 1 is not")]
#[case(json!({"mode": "check"}), "schedule: missing")]
fn bad_inputs_name_their_place(#[case] changes: Value, #[case] start: &str) {
    refused(&with(changes), start);
}

#[test]
fn missing_keys_are_named() {
    for key in ["pes", "iterations", "nodes"] {
        let mut input = with(json!({}));
        input.as_object_mut().unwrap().remove(key);
        refused(&input, &format!("{key}: missing"));
    }
    refused(&json!([]), "pes: missing");
}

/// `check` and `bruteforce` do not read the iterations, and a graph may have no edges.
#[test]
fn what_is_not_read_is_not_refused() {
    assert_eq!(answer(&with(json!({"mode": "bruteforce", "iterations": "many"})))["optimal_T"], 3);
    let mut check = pairs::read("six_node_check_ok", "periodic", "in");
    check["iterations"] = 0.into();
    assert_eq!(answer(&check)["ok"], true);
    let mut input = with(json!({}));
    input.as_object_mut().unwrap().remove("edges");
    assert_eq!(answer(&input)["launches"][0]["period"]["R_max"], 0);
}

#[rstest]
#[case("T", json!(0), "schedule.T: 0 is not")]
#[case("T", json!(1_i64 << 62), "schedule.T: 4611686018427387904 is not legal here; give an integer from 1 to 2^62 - 1")]
#[case("i_period", json!(0), "schedule.i_period: 0 is not")]
#[case("i_period", json!(65537), "schedule.i_period: 65537 is not")]
#[case("pes", json!(0), "schedule.pes: 0 is not")]
#[case("placements", json!([{"id": 1, "r": 1, "pe": 0}]), "schedule.placements[0].st: placement 1: missing")]
#[case("placements", json!([{"id": 1, "r": 1, "pe": 0, "st": -(1_i64 << 62)}]), "schedule.placements[0].st: placement 1: -4611")]
#[case("retiming", json!([{"id": 1, "r": 1, "R": 1_i64 << 62}]), "schedule.retiming[0].R: retiming 1: 4611")]
#[case("retiming", json!([{"id": "1", "r": 1, "R": 0}]), "schedule.retiming[0].id: \"1\" is not")]
#[case("cached", json!([{"from": 1, "to": 2}]), "schedule.cached[0].r: cached 1 -> 2: missing")]
#[case("cached", json!(null), "schedule.cached: null is not legal here; give a list")]
fn bad_schedules_name_their_place(#[case] key: &str, #[case] value: Value, #[case] start: &str) {
    let mut input = pairs::read("six_node_check_ok", "periodic", "in");
    input["schedule"][key] = value;
    refused(&input, start);
}

/// A copy missing, extra or given twice: nothing else is reported.
#[rstest]
#[case(json!([]), "no retiming of 1 copy 1 (and 5 more)")]
#[case(json!([{"id": 7, "r": 1, "R": 0}]), "a retiming of 7 copy 1, which does not exist")]
#[case(json!([{"id": 1, "r": 2, "R": 0}]), "a retiming of 1 copy 2, which does not exist")]
#[case(json!([{"id": 1, "r": 0, "R": 0}]), "a retiming of 1 copy 0, which does not exist")]
#[case(json!([{"id": 1, "r": 1, "R": 0}, {"id": 1, "r": 1, "R": 0}]), "more than one retiming of 1 copy 1")]
fn incomplete_schedules_report_nothing_else(#[case] retiming: Value, #[case] first: &str) {
    let mut input = pairs::read("six_node_check_ok", "periodic", "in");
    input["schedule"]["retiming"] = retiming;
    let found = answer(&input);
    assert_eq!(found["violations"][0], first);
    assert_eq!(found.as_object().unwrap().keys().collect::<Vec<_>>(), ["ok", "violations"]);
}

/// The long task is still running when the last one starts, though the one between has ended.
#[test]
fn a_task_overlaps_whatever_runs_not_only_the_one_before() {
    let nodes = json!([{"id": 1, "cost": 9}, {"id": 2, "cost": 1}, {"id": 3, "cost": 2}]);
    let place = |id: i64, st: i64| json!({"id": id, "r": 1, "pe": 0, "st": st});
    let still = |id: i64| json!({"id": id, "r": 1, "R": 0});
    let schedule = json!({
        "T": 12, "i_period": 1, "pes": 1, "placements": [place(1, 0), place(2, 2), place(3, 5)],
        "retiming": [still(1), still(2), still(3)], "cached": [],
    });
    let input = json!({"mode": "check", "pes": 1, "nodes": nodes, "edges": [], "schedule": schedule});
    let overlaps = [
        "PE 0: 1 copy 1 and 2 copy 1 run at the same time",
        "PE 0: 1 copy 1 and 3 copy 1 run at the same time",
    ];
    assert_eq!(answer(&input)["violations"], json!(overlaps));
}

#[test]
fn eight_nodes_are_too_many_for_bruteforce() {
    let nodes = |n: i64| (0..n).map(|id| json!({"id": id, "cost": id + 1})).collect::<Vec<_>>();
    let input = |n| with(json!({"mode": "bruteforce", "nodes": nodes(n), "edges": []}));
    refused(&input(8), "nodes: 8 nodes are too many for an exhaustive search; give at most 7");
    assert_eq!(answer(&input(7))["optimal_T"], 14, "1 to 7 in two halves");
}

#[test]
fn answers_beyond_64_bits_are_refused() {
    let most = i64::from(i32::MAX);
    let nodes: Vec<Value> = (0..40).map(|id| json!({"id": id, "cost": most})).collect();
    let edges: Vec<Value> = (1..40)
        .map(|id| json!({"from": id - 1, "to": id, "size": 0, "t_cache": most, "t_dram": most}))
        .collect();
    let input = json!({"pes": 1, "iterations": most, "nodes": nodes, "edges": edges});
    refused(&input, "baseline.t_normal: the result does not fit in a signed 64-bit integer");
    let mut check = pairs::read("six_node_check_ok", "periodic", "in");
    check["schedule"]["T"] = ((1_i64 << 62) - 1).into();
    refused(&check, "prologue: the result does not fit");
}

#[test]
fn graphs_become_inputs() {
    let task =
        |id: &str, time, preds: &[usize]| Task { id: id.into(), time, core: None, preds: preds.to_vec() };
    let graph = |time| TaskGraph::new("g", vec![task("a", time, &[]), task("b", 3, &[0])]).unwrap();
    let input = |graph: &TaskGraph| Periodic::input_of(graph).map_err(|error| error.to_string());
    let wanted = json!({
        "nodes": [{"id": 0, "cost": 2, "name": "a"}, {"id": 1, "cost": 3, "name": "b"}],
        "edges": [{"from": 0, "to": 1, "size": 64}],
    });
    assert_eq!(input(&graph(2).with_bytes(vec![vec![], vec![64]]).unwrap()).unwrap(), wanted);
    assert_eq!(input(&graph(2)).unwrap()["edges"][0]["size"], 0);
    let start = |graph: TaskGraph, start: &str| {
        let error = input(&graph).unwrap_err();
        assert!(error.starts_with(start), "{error}");
    };
    start(graph(0), "task `a`: 0 is not legal here; give a time from 1 to 2^31 - 1");
    start(graph(1 << 31), "task `a`: 2147483648 is not legal here; give a time");
    start(
        graph(2).with_bytes(vec![vec![], vec![1 << 31]]).unwrap(),
        "task `b`: 2147483648 is not legal here; give bytes",
    );
}

#[test]
fn plans_that_cannot_be_written_are_refused() {
    let naming = Naming { name: "n", source: "s", unit: PlanTimeUnit::Units };
    let refused = |input: Value, most, start: &str| {
        let error = Periodic::from_json(&input).unwrap().to_plan(&naming, most).unwrap_err().to_string();
        assert!(error.starts_with(start), "{error}");
    };
    refused(with(json!({"mode": "bruteforce"})), 9, "mode: this mode makes no plan; use the mode plan");
    refused(with(json!({"pes": 257})), 99, "pes: 257 PEs, but a plan file can name only 256; lower pes");
    refused(with(json!({"iterations": 90})), 4, "iterations: the plan has ");
    let nodes: Vec<Value> = (0..4097).map(|id| json!({"id": id, "cost": 1 + id % 7})).collect();
    let long = json!({"pes": 256, "width": 1, "iterations": 9, "nodes": nodes, "edges": []});
    // 256 launches of one copy of each of 4,097 nodes.
    refused(long, 999, "pes: the periods of all launches have 1048832 kernels, more than 1048576; lower pes");
}

/// A plan beyond the largest machine is marked, and can be judged all the same.
#[test]
fn plans_for_more_sips_than_there_are_cannot_run() {
    let naming = Naming { name: "n", source: "s", unit: PlanTimeUnit::Units };
    let plan =
        |pes: i64| Periodic::from_json(&with(json!({"pes": pes}))).unwrap().to_plan(&naming, 99).unwrap();
    assert_eq!(plan(32).not_runnable, None);
    let beyond = plan(64);
    let reason = "64 PEs, but the largest machine has 32 SIPs; 32 PEs are the nearest number that runs";
    assert_eq!(beyond.not_runnable.as_deref(), Some(reason));
    assert!(beyond.check().is_good(), "{}", beyond.check());
    let linted = beyond.lint(&LintTarget::default()).json();
    assert_eq!(linted["findings"][0]["rule"], "not-runnable");
    assert_eq!(linted["findings"].as_array().map(Vec::len), Some(1));
}
