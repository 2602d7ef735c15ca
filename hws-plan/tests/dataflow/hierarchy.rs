//! Programs with calls compared with the same programs without them. If a call fires every cycle (T17 has no effect),
//! nodes of LFI 1 start at the same time in both under the published formula.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::dataflow::answer;

/// A node of a function: its kind, its latency, its fold, and the earlier nodes that feed it.
#[derive(Clone, Debug)]
struct Draw {
    is_call: bool,
    lat: i64,
    fpo: i64,
    callee: usize,
    preds: u16,
}

fn functions() -> impl Strategy<Value = Vec<Vec<Draw>>> {
    let draw = (any::<bool>(), 1i64..6, 1i64..4, 0usize..9, any::<u16>());
    let draw = draw.prop_map(|(is_call, lat, fpo, callee, preds)| Draw { is_call, lat, fpo, callee, preds });
    prop::collection::vec(prop::collection::vec(draw, 1..6), 1..4)
}

/// A function with its nodes, an input `a`, and an output `z` that is fed by all unread nodes.
struct Function {
    nodes: Vec<(String, Value)>,
    edges: Vec<(String, String)>,
    /// Whether its output comes every cycle.
    is_every_cycle: bool,
}

fn build(draws: &[Draw], before: &[Function]) -> Function {
    let mut nodes = vec![("a".to_owned(), json!({"kind": "in"}))];
    let mut edges = Vec::new();
    let mut every_cycle = vec![true];
    for (i, draw) in draws.iter().enumerate() {
        let is_call = draw.is_call && !before.is_empty();
        let callee = draw.callee % before.len().max(1);
        // Calls are fed only by nodes that fire every cycle, and every node is fed.
        let fits = |&pred: &usize| draw.preds >> pred & 1 == 1 && (!is_call || every_cycle[pred]);
        let mut preds: Vec<usize> = (0..=i).filter(fits).collect();
        if preds.is_empty() {
            preds.push(0);
        }
        let id = format!("n{i}");
        edges.extend(preds.iter().map(|&pred| (nodes[pred].0.clone(), id.clone())));
        every_cycle.push(
            preds.iter().all(|&pred| every_cycle[pred])
                && if is_call { before[callee].is_every_cycle } else { draw.fpo == 1 },
        );
        nodes.push((
            id,
            match is_call {
                true => json!({"kind": "call", "callee": format!("f{callee}")}),
                false => json!({"kind": "op", "lat": draw.lat, "fpo": draw.fpo}),
            },
        ));
    }
    let unread = |id: &str| !edges.iter().any(|(from, _)| from == id);
    let ends: Vec<_> =
        nodes.iter().filter(|(id, _)| unread(id)).map(|(id, _)| (id.clone(), "z".to_owned())).collect();
    edges.extend(ends);
    nodes.push(("z".to_owned(), json!({"kind": "out"})));
    Function { nodes, edges, is_every_cycle: every_cycle.iter().all(|&every| every) }
}

/// Nodes and edges with `prefix`, with calls replaced by their functions. An inner port becomes a counter without
/// latency, which passes tokens on.
fn inline(
    functions: &[Function],
    index: usize,
    prefix: &str,
    nodes: &mut Vec<Value>,
    edges: &mut Vec<Value>,
) {
    let port = |id: &str, side: &str| match functions[index].nodes.iter().find(|(other, _)| other == id) {
        Some((_, node)) if node["kind"] == "call" => format!("{prefix}{id}/{side}"),
        _ => format!("{prefix}{id}"),
    };
    for (id, node) in &functions[index].nodes {
        if let Some(callee) = node["callee"].as_str() {
            inline(functions, callee[1..].parse().unwrap(), &format!("{prefix}{id}/"), nodes, edges);
            continue;
        }
        let mut node = node.clone();
        if !prefix.is_empty() && (id == "a" || id == "z") {
            node = json!({"kind": "autoindex", "lat": 0});
        }
        node["id"] = format!("{prefix}{id}").into();
        nodes.push(node);
    }
    let all = functions[index].edges.iter();
    edges.extend(all.map(|(from, to)| json!({"from": port(from, "z"), "to": port(to, "a")})));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn calls_start_their_nodes_as_if_they_were_not_there(draws in functions()) {
        let mut functions: Vec<Function> = Vec::new();
        for draws in &draws {
            functions.push(build(draws, &functions));
        }
        let top = functions.len() - 1;
        let mut called = json!({"functions": {}, "top": format!("f{top}")});
        for (index, function) in functions.iter().enumerate() {
            let with_id = |(id, node): &(String, Value)| {
                let mut node = node.clone();
                node["id"] = id.as_str().into();
                node
            };
            let nodes: Vec<Value> = function.nodes.iter().map(with_id).collect();
            let edges = function.edges.iter().map(|(from, to)| json!({"from": from, "to": to}));
            let edges: Vec<Value> = edges.collect();
            called["functions"][format!("f{index}")] = json!({"nodes": nodes, "edges": edges});
        }
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        inline(&functions, top, "", &mut nodes, &mut edges);
        let name = format!("f{top}");
        let mut flat = json!({"functions": {}, "top": name});
        flat["functions"][&name] = json!({"nodes": nodes, "edges": edges});
        let (called, flat) = (answer(&called), answer(&flat));
        for (path, sd) in flat["absolute"].as_object().unwrap() {
            prop_assert_eq!(sd, &called["absolute"][path], "{}", path);
        }
        let unit = |output: &Value| ["LAT", "FPO"].map(|key| output["functions"][&name][key].clone());
        prop_assert_eq!(unit(&called), unit(&flat));
    }
}
