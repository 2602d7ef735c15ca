//! The numbers of planner §4.3, and its resolutions one by one.

use crate::common::pairs;
use rstest::rstest;
use serde_json::{Value, json};

use crate::dataflow::{answer, edge, int};

fn of(name: &str) -> Value {
    answer(&pairs::read(name, "dataflow", "in"))
}

fn node(output: &Value, function: &str, id: &str, key: &str) -> i64 {
    int(&output["functions"][function]["nodes"][id][key])
}

/// A program of one function `f`.
fn one(nodes: Value, edges: &[(&str, &str)], more: Value) -> Value {
    let edges: Vec<Value> = edges.iter().map(|(from, to)| json!({"from": from, "to": to})).collect();
    let mut input = json!({"top": "f", "functions": {"f": {"nodes": nodes, "edges": edges}}});
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    input
}

#[rstest]
#[case("barebones_fpo", &[("cC", 19), ("cD", 35), ("vout", 51)], 51)]
#[case("barebones_latency", &[("cC", 19), ("cD", 20), ("vout", 21)], 21)]
#[case("barebones_literal", &[("cC", 34), ("vout", 66)], 66)]
fn first_example(#[case] name: &str, #[case] starts: &[(&str, i64)], #[case] lat: i64) {
    let output = of(name);
    for &(id, sd) in starts {
        assert_eq!(node(&output, "main", id, "SD"), sd, "{id}");
    }
    assert_eq!(output["functions"]["main"]["LAT"], lat);
    for (id, sd) in [("l1", 0), ("l2", 0), ("l3", 1), ("l4", 2), ("y", 3)] {
        assert_eq!(node(&output, "A", id, "SD"), sd, "{id}");
    }
    assert_eq!(edge(&output, "A", "l1", "l4")["fifo"], 1);
    assert_eq!(edge(&output, "main", "cB", "cC")["fifo"], 16);
}

#[test]
fn first_example_case_by_case() {
    let output = of("barebones_fpo");
    assert_eq!((&output["functions"]["A"]["LAT"], &output["functions"]["A"]["FPO"]), (&json!(4), &json!(16)));
    assert_eq!(node(&output, "main", "cC", "EFI"), 16);
    let cases = edge(&output, "main", "cB", "cC");
    assert_eq!([&cases["case1"], &cases["case2"], &cases["case3"]], [18, 15, 15]);
    assert_eq!(edge(&of("barebones_latency"), "main", "cB", "cC")["case1"], 18);
}

#[rstest]
#[case("mixed", 5, 5)]
#[case("mixed_tight", 3, 6)]
fn second_example(#[case] name: &str, #[case] sd_edge: i64, #[case] fifo: i64) {
    let output = of(name);
    assert_eq!(edge(&output, "top", "g0", "slow")["fifo"], 10);
    let slow = edge(&output, "top", "slow", "j");
    assert_eq!((int(&slow["sd_edge"]), int(&slow["fifo"])), (sd_edge, fifo));
}

/// T13: a token every 2 cycles, taken every 4: the published formula gives 4, and 8 are needed.
#[test]
fn a_backlog_is_counted_in_tokens() {
    let output = of("floats");
    let backlog = edge(&output, "f", "p2", "c4");
    assert_eq!((&backlog["case2"], &backlog["min_entries"]), (&json!(8), &json!(8)));
}

/// T5 and T6 by size, type and model: LAT and FPO of a fold with `lat` 3 and an `fpo` that has no effect.
#[rstest]
#[case("fpo", "linear", 5, 3, 5)]
#[case("latency", "linear", 5, 7, 1)]
#[case("literal", "linear", 5, 7, 5)]
#[case("fpo", "linear", 1, 3, 1)]
#[case("latency", "linear", 1, 3, 1)]
#[case("fpo", "tree", 1, 3, 1)]
#[case("latency", "tree", 2, 3, 1)]
#[case("literal", "tree", 5, 9, 1)]
#[case("fpo", "tree", 8, 9, 1)]
#[case("fpo", "tree", 9, 12, 1)]
#[case("fpo", "tree", i32::MAX, 93, 1)]
fn reductions(
    #[case] model: &str,
    #[case] kind: &str,
    #[case] size: i32,
    #[case] lat: i64,
    #[case] fpo: i64,
) {
    let fold =
        json!({"id": "r", "kind": "op", "lat": 3, "fpo": 7, "reduction": {"size": size, "type": kind}});
    let output = answer(&one(json!([fold]), &[("r", "r")], json!({"reduction_model": model})));
    assert_eq!([node(&output, "f", "r", "LAT"), node(&output, "f", "r", "FPO")], [lat, fpo]);
    assert_eq!(output["functions"]["f"]["edges"], json!([]));
}

/// T7: outputs of different latency appear together or start together; other nodes stay.
#[rstest]
#[case("opd", [6, 0, 7], 7)]
#[case("sd", [1, 1, 1], 8)]
fn outputs_in_step(#[case] sync: &str, #[case] sd: [i64; 3], #[case] lat: i64) {
    let nodes = json!([{"id": "x", "kind": "in"}, {"id": "m", "kind": "op", "output": true},
                       {"id": "n", "kind": "op", "lat": 7, "output": true}, {"id": "a", "kind": "op"},
                       {"id": "o", "kind": "out"}]);
    let edges = [("x", "m"), ("x", "n"), ("x", "a"), ("a", "o")];
    let output = answer(&one(nodes, &edges, json!({"output_sync": sync})));
    assert_eq!(["m", "n", "o"].map(|id| node(&output, "f", id, "SD")), sd);
    assert_eq!((node(&output, "f", "a", "SD"), int(&output["functions"]["f"]["LAT"])), (0, lat));
    assert_eq!(edge(&output, "f", "x", "m")["delay"], sd[0]);
}

/// T9 and T11: without outputs the sinks are the ends, and FPO is D x FPO of the largest.
#[test]
fn sinks_end_a_function_without_outputs() {
    let nodes = json!([{"id": "x", "kind": "in", "fpo": 2}, {"id": "p", "kind": "op", "lat": 9},
                       {"id": "q", "kind": "op", "fpo": 3}]);
    let output = answer(&one(nodes, &[("x", "p"), ("x", "q")], json!({})));
    let function = &output["functions"]["f"];
    assert_eq!([&function["LAT"], &function["LFI"], &function["FPO"]], [10, 1, 6]);
}

/// T10: a slow node after a fold counts by the firings of the input, depending on the rule.
#[rstest]
#[case("exact", 2)] // ceil(8 / 4)
#[case("max", 8)]
#[case("input", 1)]
fn firing_interval_of_a_function(#[case] rule: &str, #[case] lfi: i64) {
    let nodes = json!([{"id": "x", "kind": "in"}, {"id": "r", "kind": "op", "reduction": {"size": 4}},
                       {"id": "s", "kind": "op", "lfi": 8}]);
    let output = answer(&one(nodes, &[("x", "r"), ("r", "s")], json!({"lfi_rule": rule})));
    assert_eq!(output["functions"]["f"]["LFI"], lfi);
}

/// T10, `input`: a counter that is fed is not an input of the function.
#[test]
fn a_fed_counter_is_not_an_input() {
    let nodes = json!([{"id": "i", "kind": "autoindex", "lfi": 5}, {"id": "j", "kind": "autoindex", "lfi": 9},
                       {"id": "k", "kind": "const"}]);
    let edges = [("i", "j"), ("k", "i")];
    let output = answer(&one(nodes, &edges, json!({"lfi_rule": "input"})));
    assert_eq!(output["functions"]["f"]["LFI"], 5);
    assert_eq!(edge(&output, "f", "i", "j")["sd_edge"], 5); // LAT 1 and AFI 5
    assert_eq!(output["functions"]["f"]["edges"].as_array().unwrap().len(), 1);
}

/// T3: constants and gates. A constant neither slows nor delays; a gate ignores its other keys.
#[test]
fn sources_that_always_have_data() {
    let nodes = json!([{"id": "g", "kind": "gate", "lat": "?", "lfi": 9, "fpo": -1},
                       {"id": "k", "kind": "const", "lfi": 9, "fpo": 9}, {"id": "p", "kind": "op"}]);
    let output = answer(&one(nodes, &[("g", "p"), ("k", "p")], json!({})));
    let wire = json!({"LAT": 0, "LFI": 1, "EFI": 1, "AFI": 1, "FPO": 1, "SD": 0, "D": 1});
    assert_eq!(output["functions"]["f"]["nodes"]["g"], wire);
    assert_eq!(["EFI", "AFI", "SD", "D"].map(|key| node(&output, "f", "p", key)), [1, 1, 0, 1]);
}

/// T18: `lat` wins over `opcode`, which is read on instructions only.
#[test]
fn latencies_by_opcode() {
    let nodes = json!([{"id": "a", "kind": "op", "opcode": "add"}, {"id": "b", "kind": "op", "opcode": "add", "lat": 2},
                       {"id": "c", "kind": "op", "opcode": "none", "lat": 4}, {"id": "x", "kind": "in", "opcode": "none"}]);
    let output = answer(&one(nodes, &[], json!({"costs": {"add": 6}})));
    assert_eq!(["a", "b", "c", "x"].map(|id| node(&output, "f", id, "LAT")), [6, 2, 4, 0]);
}

/// T18: a buffer of exactly the depth is enough, and a depth of exactly the limit does not stall.
#[rstest]
#[case(3, 2, true, true)]
#[case(2, 3, false, false)]
fn buffers_and_limits(
    #[case] buffer: i64,
    #[case] limit: i64,
    #[case] is_enough: bool,
    #[case] stalls: bool,
) {
    let mut input = pairs::read("floats", "dataflow", "in");
    input["fifo_limit"] = limit.into();
    input["functions"]["f"]["edges"][3]["buffer"] = buffer.into();
    let output = answer(&input);
    let y = edge(&output, "f", "y", "s");
    assert_eq!((&y["fifo"], &y["buffer_ok"]), (&json!(3), &json!(is_enough)));
    assert_eq!(y.get("stall"), stalls.then_some(&json!(true)));
}

/// T17, kept: inside a callee a node sees one firing a cycle, however slow its caller is.
#[test]
fn callees_are_scheduled_on_their_own() {
    let callee = json!({"nodes": [{"id": "a", "kind": "in"}, {"id": "b", "kind": "op", "lat": 2}],
                        "edges": [{"from": "a", "to": "b"}]});
    let top = json!({"nodes": [{"id": "x", "kind": "in", "lfi": 5}, {"id": "c", "kind": "call", "callee": "g"}],
                     "edges": [{"from": "x", "to": "c"}]});
    let output = answer(&json!({"functions": {"f": top, "g": callee}, "top": "f", "sd0": 7}));
    assert_eq!((node(&output, "f", "c", "AFI"), node(&output, "g", "b", "AFI")), (5, 1));
    assert_eq!(output["absolute"], json!({"f/x": 7, "f/c": 11, "f/c/a": 11, "f/c/b": 11}));
}
