//! The largest inputs, and results that do not fit.

use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::dataflow::{answer, dataflow, edge, int};

const MOST: i64 = i32::MAX as i64;

fn program(nodes: Vec<Value>, edges: Vec<Value>) -> Value {
    json!({"functions": {"f": {"nodes": nodes, "edges": edges}}, "top": "f"})
}

/// A chain of nodes n0, n1, ...
fn chain(length: usize, node: impl Fn(usize, String) -> Value) -> Value {
    let id = |i: usize| format!("n{i:07}");
    let nodes = (0..length).map(|i| node(i, id(i))).collect();
    program(nodes, (1..length).map(|i| json!({"from": id(i - 1), "to": id(i)})).collect())
}

fn refusal(input: &Value) -> String {
    dataflow(input).unwrap_err().to_string()
}

#[rstest]
#[case(1 << 14)]
#[ignore = "takes 5 GB"]
#[case(1 << 20)]
fn a_long_chain(#[case] length: usize) {
    let output = answer(&chain(length, |_, id| json!({"id": id, "kind": "op", "lat": MOST})));
    assert_eq!(int(&output["functions"]["f"]["LAT"]), MOST * length as i64);
}

#[test]
fn the_longest_stream_has_closed_forms() {
    let nodes = vec![json!({"id": "a", "kind": "in"}), json!({"id": "b", "kind": "op", "lfi": MOST})];
    let mut input = program(nodes, vec![json!({"from": "a", "to": "b"})]);
    input["functions"]["f"]["stream_size"] = (1 << 20).into();
    let output = answer(&input);
    let ab = edge(&output, "f", "a", "b");
    assert_eq!([&ab["tokens"], &ab["fifo"], &ab["min_entries"]], [1 << 20, (1 << 20) - 1, (1 << 20) - 1]);
}

/// AFI, D and SD grow with every fold: the EFI of the third node is nearly 2^62, that of the fourth does not fit.
#[test]
fn values_beyond_64_bits_are_refused() {
    let fold = |length| chain(length, |_, id| json!({"id": id, "kind": "op", "fpo": MOST}));
    let output = answer(&fold(2));
    assert_eq!(output["functions"]["f"]["FPO"], MOST * MOST);
    let said = refusal(&fold(3));
    assert!(
        said.starts_with("functions.f.FPO: the result does not fit in a signed 64-bit integer"),
        "{said}"
    );
    let said = refusal(&fold(4));
    assert!(said.starts_with("functions.f.nodes.n0000003: the result does not fit"), "{said}");
}

/// Starts that fit one by one, but not in sum: repeated calls of a long function.
#[test]
fn starts_beyond_64_bits_are_refused() {
    let double = |i: usize| {
        let call = |id: &str| json!({"id": id, "kind": "call", "callee": format!("f{}", i - 1)});
        json!({"nodes": [call("a"), call("b")], "edges": [{"from": "a", "to": "b"}]})
    };
    let program = |depth: usize| {
        let mut functions = json!({"f0": {"nodes": [{"id": "a", "kind": "op", "lat": MOST}]}});
        (1..=depth).for_each(|i| functions[format!("f{i}")] = double(i));
        // The deepest function is not called: only its own LAT counts.
        json!({"functions": functions, "top": "f0"})
    };
    assert_eq!(answer(&program(32))["functions"]["f32"]["LAT"], MOST << 32);
    let said = refusal(&program(33));
    assert!(said.starts_with("functions.f33.LAT: the result does not fit"), "{said}");
    let late = json!({"functions": {"f": {"nodes": [{"id": "a", "kind": "in"}]}}, "top": "f", "sd0": MOST});
    assert_eq!(answer(&late)["absolute"]["f/a"], MOST);
}

#[test]
fn starts_that_leave_64_bits_only_from_sd0_are_refused() {
    // SD of b: MOST firings of MOST cycles, twice.
    let node = |id: &str| json!({"id": id, "kind": "op", "lfi": MOST, "fpo": MOST});
    let wire = |id: &str| json!({"id": id, "kind": "out"});
    let edges = |ends: &[(&str, &str)]| -> Vec<Value> {
        ends.iter().map(|(from, to)| json!({"from": from, "to": to})).collect()
    };
    let inner = json!({"nodes": [node("a"), wire("b")], "edges": edges(&[("a", "b")])});
    let call = |id: &str| json!({"id": id, "kind": "call", "callee": "g"});
    let once = |sd0: i64| {
        let f = json!({"nodes": [node("a"), call("c")], "edges": edges(&[("a", "c")])});
        json!({"functions": {"f": f, "g": inner}, "top": "f", "sd0": sd0})
    };
    // f/c/b starts at twice SD = MOST^2, and 2 MOST^2 + sd0 is below 2^63 until sd0 is 2^33 or so: always.
    assert_eq!(answer(&once(MOST))["absolute"]["f/c/b"], 2 * MOST * MOST + MOST);
}

/// Calls that double with every level.
fn doubling(depth: usize) -> Value {
    let mut functions = json!({"f00": {"nodes": [{"id": "x", "kind": "in"}]}});
    for level in 1..=depth {
        let call = |id: &str| json!({"id": id, "kind": "call", "callee": format!("f{:02}", level - 1)});
        functions[format!("f{level:02}")] = json!({"nodes": [call("a"), call("b")]});
    }
    json!({"functions": functions, "top": format!("f{depth:02}")})
}

#[test]
fn calls_that_unfold_too_far_are_refused() {
    // 2 + 4 + ... + 2^d calls and 2^d inputs.
    assert_eq!(answer(&doubling(10))["absolute"].as_object().unwrap().len(), (2 << 10) - 2 + (1 << 10));
    let said = refusal(&doubling(50));
    assert!(
        said.starts_with("absolute: the calls of the top function expand to more than 1048576 nodes; "),
        "{said}"
    );
}

/// Deeply nested calls: there is no recursion, and paths that grow with the square of the depth are refused.
fn nested(depth: usize, top: usize) -> Value {
    let mut functions = json!({"f000000": {"nodes": [{"id": "x", "kind": "op"}]}});
    for level in 1..=depth {
        let call = json!({"id": "c", "kind": "call", "callee": format!("f{:06}", level - 1)});
        functions[format!("f{level:06}")] = json!({"nodes": [call]});
    }
    json!({"functions": functions, "top": format!("f{top:06}")})
}

#[test]
fn deep_calls() {
    let output = answer(&nested(20_000, 1000));
    assert_eq!(output["functions"]["f020000"]["LAT"], 1);
    assert_eq!(output["absolute"].as_object().unwrap().len(), 1001);
    let said = refusal(&nested(20_000, 20_000));
    assert!(
        said.starts_with("absolute: the paths of nested calls have more than 268435456 bytes; "),
        "{said}"
    );
}

#[test]
#[ignore = "takes 2 GB"]
fn too_many_nodes_in_all_are_refused() {
    let nodes: Vec<Value> = (0..(1 << 19) + 1).map(|i| json!({"id": i.to_string(), "kind": "in"})).collect();
    let said = refusal(&json!({"functions": {"f": {"nodes": nodes}, "g": {"nodes": nodes}}, "top": "f"}));
    assert!(said.starts_with("functions: more than 1048576 entries"), "{said}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Any numbers give a result or one refusal.
    #[test]
    fn extreme_numbers_do_not_panic(draws in prop::collection::vec((0usize..5, 0usize..5, 0usize..5), 1..9), tight: bool) {
        let extremes = [1, 2, 1 << 16, MOST - 1, MOST];
        let mut input = chain(draws.len(), |i, id| {
            let (lat, lfi, fpo) = draws[i];
            json!({"id": id, "kind": "op", "lat": extremes[lat], "lfi": extremes[lfi], "fpo": extremes[fpo]})
        });
        input["sd_rule"] = ["seed", "tight"][usize::from(tight)].into();
        input["sd0"] = MOST.into();
        input["functions"]["f"]["stream_size"] = (1 << 20).into();
        if let Err(error) = dataflow(&input) {
            prop_assert!(error.to_string().contains("does not fit in a signed 64-bit integer"));
        }
    }
}
