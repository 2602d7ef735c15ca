//! Random programs: functions that call earlier ones, with every kind of node.

use proptest::prelude::*;
use serde_json::{Value, json};

/// Random numbers from which a node is made.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    kind: u8,
    lat: i64,
    lfi: i64,
    fpo: i64,
    callee: usize,
    preds: u16,
}

fn draw() -> impl Strategy<Value = Draw> {
    let numbers = (0u8..16, 1i64..6, 1i64..5, 1i64..4, 0usize..8, any::<u16>());
    numbers.prop_map(|(kind, lat, lfi, fpo, callee, preds)| Draw { kind, lat, lfi, fpo, callee, preds })
}

/// A program of one to four functions of up to seven nodes.
pub(crate) fn program() -> impl Strategy<Value = Value> {
    let function = (prop::collection::vec(draw(), 1..8), 1i64..40, any::<bool>());
    let choices = (0usize..3, 0usize..2, 0usize..3, 0usize..2, prop::option::of(0i64..9), 0i64..9);
    (prop::collection::vec(function, 1..5), choices).prop_map(|(functions, choices)| {
        let (reduction, outputs, lfi, sd, limit, sd0) = choices;
        let mut input = json!({
            "functions": {},
            "top": format!("f{}", functions.len() - 1),
            "reduction_model": (["fpo", "latency", "literal"][reduction]),
            "output_sync": (["opd", "sd"][outputs]),
            "lfi_rule": (["exact", "max", "input"][lfi]),
            "sd_rule": (["seed", "tight"][sd]),
            "sd0": sd0,
        });
        if let Some(limit) = limit {
            input["fifo_limit"] = limit.into();
        }
        for (index, (draws, stream, says)) in functions.iter().enumerate() {
            input["functions"][format!("f{index}")] = function_of(draws, index, says.then_some(*stream));
        }
        input
    })
}

fn function_of(draws: &[Draw], index: usize, stream: Option<i64>) -> Value {
    let nodes: Vec<Value> = draws.iter().enumerate().map(|(i, draw)| node(draw, i, index)).collect();
    let mut edges = Vec::new();
    for (to, draw) in draws.iter().enumerate() {
        if !nodes[to]["reduction"].is_null() && draw.preds & 0x8000 != 0 {
            edges.push(json!({"from": nodes[to]["id"], "to": nodes[to]["id"]}));
        }
        for from in (0..to).filter(|&from| draw.preds >> from & 1 == 1 && may_feed(&nodes[from], &nodes[to]))
        {
            edges.push(json!({"from": nodes[from]["id"], "to": nodes[to]["id"]}));
        }
    }
    if let Some(edge) = edges.last_mut() {
        edge["buffer"] = draws[0].lat.into();
    }
    let mut function = json!({"nodes": nodes, "edges": edges});
    if let Some(stream) = stream {
        function["stream_size"] = stream.into();
    }
    function
}

/// Later nodes have smaller ids now and then, so that the order is not that of the input.
fn node(draw: &Draw, i: usize, index: usize) -> Value {
    let Draw { kind, lat, lfi, fpo, callee, .. } = *draw;
    let id = format!("{}{i}", ["n", "m"][callee % 2]);
    match kind {
        0 | 1 => json!({"id": id, "kind": "in", "lfi": lfi}),
        2 => json!({"id": id, "kind": "out", "lfi": lfi}),
        3 => json!({"id": id, "kind": "const", "lfi": lfi, "fpo": fpo}),
        4 => json!({"id": id, "kind": "autoindex", "lat": lat - 1}),
        5 => json!({"id": id, "kind": "gate"}),
        6 => json!({"id": id, "kind": "op", "reduction": {"size": fpo + 1}}),
        7 => json!({"id": id, "kind": "op", "lat": lat, "reduction": {"size": lfi + 1, "type": "tree"}}),
        8 => json!({"id": id, "kind": "op", "lat": lat, "lfi": lfi, "output": true}),
        9 | 10 if index > 0 => json!({"id": id, "kind": "call", "callee": format!("f{}", callee % index)}),
        11 => json!({"id": id, "kind": "op", "lat": lat, "fpo": fpo}),
        12 => json!({"id": id, "kind": "op", "lat": lat, "lfi": lfi}),
        _ => json!({"id": id, "kind": "op", "lat": lat}),
    }
}

fn may_feed(from: &Value, to: &Value) -> bool {
    let is_output = from["kind"] == "out" || from["output"] == true;
    !is_output && !["in", "const", "gate"].iter().any(|kind| to["kind"] == *kind)
}
