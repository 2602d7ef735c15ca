//! Refused inputs: each error names the place.

use rstest::rstest;
use serde_json::{Value, json};

use crate::dataflow::{answer, dataflow};

fn refusal(input: &Value) -> String {
    dataflow(input).expect_err(&input.to_string()).to_string()
}

/// A function `f` of these nodes, and an edge from each to the next unless there is one.
fn chain(nodes: Value) -> Value {
    let ids: Vec<Value> = nodes.as_array().unwrap().iter().map(|node| node["id"].clone()).collect();
    let edges: Vec<Value> = ids.windows(2).map(|pair| json!({"from": pair[0], "to": pair[1]})).collect();
    json!({"functions": {"f": {"nodes": nodes, "edges": edges}}, "top": "f"})
}

#[rstest]
#[case(json!({"id": 1, "kind": "op"}), ".id: 1 is not legal here; give a string")]
#[case(json!({"kind": "op"}), ".id: missing")]
#[case(json!({"id": "n", "kind": "op", "latency": 3}), ".latency: unknown key; the keys are id, kind, lat,")]
#[case(json!({"id": "n", "kind": "op", "reduction": {"size": 2, "typ": "tree"}}), ".reduction.typ: unknown key; did you mean `type`?")]
#[case(json!({"id": "n"}), ".kind: missing")]
#[case(json!({"id": "n", "kind": "map"}), ".kind: \"map\" is not legal here; give \"in\" or \"out\"")]
#[case(json!({"id": "n", "kind": "in", "lat": 1}), ".lat: 1 is not")]
#[case(json!({"id": "n", "kind": "out", "lat": 1}), ".lat: 1 is not")]
#[case(json!({"id": "n", "kind": "const", "lat": 1}), ".lat: 1 is not")]
#[case(json!({"id": "n", "kind": "op", "lat": 0}), ".lat: 0 is not")]
#[case(json!({"id": "n", "kind": "op", "lat": 1.0}), ".lat: 1.0 is not")]
#[case(json!({"id": "n", "kind": "op", "lat": 2147483648_i64}), ".lat: 2147483648 is not")]
#[case(json!({"id": "n", "kind": "autoindex", "lat": -1}), ".lat: -1 is not")]
#[case(json!({"id": "n", "kind": "op", "lfi": 0}), ".lfi: 0 is not")]
#[case(json!({"id": "n", "kind": "in", "fpo": 0}), ".fpo: 0 is not")]
#[case(json!({"id": "n", "kind": "op", "fpo": true}), ".fpo: true is not")]
#[case(json!({"id": "n", "kind": "op", "opcode": "mul"}), ".opcode: there is no opcode \"mul\"; name one of `costs`")]
#[case(json!({"id": "n", "kind": "op", "opcode": 3}), ".opcode: 3 is not legal here; give a string")]
#[case(json!({"id": "n", "kind": "op", "reduction": {}}), ".reduction.size: missing")]
#[case(json!({"id": "n", "kind": "op", "reduction": {"size": 0}}), ".reduction.size: 0 is not")]
#[case(json!({"id": "n", "kind": "op", "reduction": {"size": 2, "type": "ring"}}), ".reduction.type: \"ring\" is not")]
#[case(json!({"id": "n", "kind": "out", "reduction": {"size": 2}}), ".reduction: {\"size\":2} is not legal here; give absent")]
#[case(json!({"id": "n", "kind": "call", "callee": "f", "reduction": {"size": 2}}), ".reduction: ")]
#[case(json!({"id": "n", "kind": "out", "output": true}), ".output: true is not legal here; give false")]
#[case(json!({"id": "n", "kind": "in", "output": true}), ".output: true is not legal here; give false")]
#[case(json!({"id": "n", "kind": "op", "output": 1}), ".output: 1 is not legal here; give true or false")]
#[case(json!({"id": "n", "kind": "call"}), ".callee: missing")]
#[case(json!({"id": "n", "kind": "call", "callee": "g"}), ".callee: there is no function \"g\"; name one of `functions`")]
fn bad_nodes(#[case] node: Value, #[case] start: &str) {
    // A breach below a node with an id names the node; one of the id itself shows it anyway.
    let (key, fault) = start.split_once(": ").unwrap();
    let named = match node["id"].as_str() {
        Some(id) if key != ".id" => format!("functions.f.nodes[0]{key}: node {id:?}: {fault}"),
        _ => format!("functions.f.nodes[0]{start}"),
    };
    let said = refusal(&chain(json!([node])));
    assert!(said.starts_with(&named), "{said}");
}

/// The second node of the second function: the function by its name in the path, the node by its id.
#[test]
fn a_breach_names_function_and_node() {
    let ports =
        |lat: i64| json!({"nodes": [{"id": "a", "kind": "in"}, {"id": "mul", "kind": "op", "lat": lat}]});
    let said = refusal(&json!({"functions": {"main": ports(1), "scale": ports(0)}, "top": "main"}));
    let wanted = "an integer from 1 to 2^31 - 1";
    assert_eq!(
        said,
        format!("functions.scale.nodes[1].lat: node \"mul\": 0 is not legal here; give {wanted}")
    );
}

#[rstest]
#[case(json!({"top": "f"}), "functions: missing")]
#[case(json!({"functions": {"f": {"nodes": [{"id": "a", "kind": "in"}]}}}), "top: missing")]
#[case(json!({"functions": [], "top": "f"}), "functions: [] is not legal here; give an object")]
#[case(json!({"functions": {}, "top": "f"}), "top: there is no function \"f\"")]
#[case(json!({"functions": {"f": {}}, "top": "f"}), "functions.f.nodes: missing")]
#[case(json!({"functions": {"f": {"nodes": []}}, "top": "f"}), "functions.f.nodes: [] is not legal here; give a list of at least one")]
#[case(json!({"functions": {"f": {"nodes": {}}}, "top": "f"}), "functions.f.nodes: {} is not legal here; give a list")]
fn bad_programs(#[case] input: Value, #[case] start: &str) {
    let said = refusal(&input);
    assert!(said.starts_with(start), "{said}");
}

#[rstest]
#[case("sd0", json!(-1))]
#[case("fifo_limit", json!(-1))]
#[case("costs", json!({"add": 0}))]
#[case("costs", json!([]))]
#[case("reduction_model", json!("both"))]
#[case("output_sync", json!("lat"))]
#[case("lfi_rule", json!(1))]
#[case("sd_rule", json!("loose"))]
#[case("top", json!(1))]
fn bad_choices(#[case] key: &str, #[case] value: Value) {
    let mut input = chain(json!([{"id": "a", "kind": "in"}]));
    input[key] = value;
    assert!(refusal(&input).starts_with(key), "{}", refusal(&input));
}

#[rstest]
#[case(json!(0))]
#[case(json!((1 << 20) + 1))]
#[case(json!("16"))]
fn bad_streams(#[case] size: Value) {
    let mut input = chain(json!([{"id": "a", "kind": "in"}]));
    input["functions"]["f"]["stream_size"] = size;
    assert!(refusal(&input).starts_with("functions.f.stream_size: "));
}

/// T3, T8: pairs of nodes a and b that may not be connected.
#[rstest]
#[case("op", "in", "node \"b\" is a source")]
#[case("op", "const", "node \"b\" is a source")]
#[case("op", "gate", "node \"b\" is a source")]
#[case("const", "in", "node \"b\" is a source")]
#[case("const", "gate", "node \"b\" is a source")]
#[case("out", "op", "output \"a\" feeds \"b\"")]
#[case("out", "out", "output \"a\" feeds \"b\"")]
fn ends_that_do_not_go_together(#[case] from: &str, #[case] to: &str, #[case] what: &str) {
    let said = refusal(&chain(json!([{"id": "a", "kind": from}, {"id": "b", "kind": to}])));
    assert!(said.starts_with(&format!("functions.f.edges[0]: {what}")), "{said}");
}

#[test]
fn an_output_feeds_no_node() {
    let said = refusal(&chain(json!([{"id": "a", "kind": "op", "output": true}, {"id": "b", "kind": "op"}])));
    assert!(
        said.starts_with("functions.f.edges[0]: output \"a\" feeds \"b\"; let the node feed another `out`"),
        "{said}"
    );
    answer(&chain(json!([{"id": "a", "kind": "op", "output": false}, {"id": "b", "kind": "op"}])));
}

/// Edges of nodes a and r, r a reduction.
#[rstest]
#[case(json!([["a", "b"]]), "functions.f.edges[0].to: there is no node \"b\"")]
#[case(json!([["r", "r"], ["a", "a"]]), "functions.f.edges[1]: node \"a\" waits for itself")]
#[case(json!([["a", "r"], ["a", "r"]]), "functions.f.edges[1]: edge \"a\" -> \"r\" given twice")]
#[case(json!([["r", "r"], ["r", "r"]]), "functions.f.edges[1]: edge \"r\" -> \"r\" given twice")]
#[case(json!([["a", "r"], ["r", "a"]]), "functions.f.edges: node \"a\" is on a cycle")]
fn bad_edges(#[case] ends: Value, #[case] start: &str) {
    let nodes = json!([{"id": "a", "kind": "op"}, {"id": "r", "kind": "op", "reduction": {"size": 2}}]);
    let edge = |ends: &Value| json!({"from": ends[0], "to": ends[1]});
    let edges: Vec<Value> = ends.as_array().unwrap().iter().map(edge).collect();
    let said = refusal(&json!({"functions": {"f": {"nodes": nodes, "edges": edges}}, "top": "f"}));
    assert!(said.starts_with(start), "{said}");
}

#[test]
fn buffers_are_checked_even_where_they_are_not_listed() {
    let nodes = json!([{"id": "k", "kind": "const"}, {"id": "p", "kind": "op"}]);
    let edges = json!([{"from": "k", "to": "p", "buffer": -1}]);
    let said = refusal(&json!({"functions": {"f": {"nodes": nodes, "edges": edges}}, "top": "f"}));
    assert!(said.starts_with("functions.f.edges[0].buffer: edge \"k\" -> \"p\": -1 is not"), "{said}");
}

/// T9: recursion, directly, through another function, and in functions that the top function never calls.
#[rstest]
#[case(&[("f", "f")], "functions.f: function \"f\" calls itself")]
#[case(&[("f", "g"), ("g", "h"), ("h", "g")], "functions.g: function \"g\" calls itself (\"g\" calls \"h\", \"h\" calls \"g\")")]
#[case(&[("h", "h"), ("f", "g")], "functions.h: ")]
fn recursion(#[case] calls: &[(&str, &str)], #[case] start: &str) {
    let mut functions = json!({});
    for name in ["f", "g", "h"] {
        let callees = calls.iter().filter(|(caller, _)| *caller == name);
        let call = |(_, callee): &(&str, &str)| json!({"id": "c", "kind": "call", "callee": callee});
        let mut nodes: Vec<Value> = callees.map(call).collect();
        nodes.push(json!({"id": "x", "kind": "in"}));
        functions[name] = json!({ "nodes": nodes });
    }
    let said = refusal(&json!({"functions": functions, "top": "f"}));
    assert!(said.starts_with(start), "{said}");
}

/// Two nodes of one path would be one key of `absolute`.
#[test]
fn paths_that_meet() {
    let functions = json!({
        "f": {"nodes": [{"id": "a", "kind": "call", "callee": "g"}, {"id": "a/b", "kind": "in"}]},
        "g": {"nodes": [{"id": "b", "kind": "in"}]}
    });
    let said = refusal(&json!({"functions": functions, "top": "f"}));
    assert!(said.starts_with("absolute: two nodes have the path \"f/a/b\"; rename one"), "{said}");
}
