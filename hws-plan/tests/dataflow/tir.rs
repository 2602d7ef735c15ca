//! TIR programs: every construct as a graph, and refusals with line and column.

mod constructs;
mod refused;
mod text;

use std::collections::BTreeMap;

use hws_plan::ImportError;
use hws_plan::dataflow::{TirOptions, from_tir};
use serde_json::{Value, json};

use crate::dataflow::{answer, int};

const BLUR: &str = include_str!("../data/blur.tirl");

fn read(text: &str) -> Result<Value, ImportError> {
    from_tir(text, &TirOptions::default())
}

fn program(text: &str) -> Value {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refusal(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

/// A function `f` of input `a` and output `y`.
fn body(instructions: &str) -> String {
    format!("define void @f (i32 %a, i32 %y) pipe {{\n{instructions}\n}}")
}

/// The nodes and edges of a function, as `id` and `from -> to`.
fn graph(program: &Value, function: &str) -> (Vec<String>, Vec<String>) {
    let function = &program["functions"][function];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let nodes = function["nodes"].as_array().unwrap().iter().map(|node| text(&node["id"])).collect();
    let edge = |edge: &Value| format!("{} -> {}", text(&edge["from"]), text(&edge["to"]));
    (nodes, function["edges"].as_array().unwrap().iter().map(edge).collect())
}

fn node<'v>(program: &'v Value, function: &str, id: &str) -> &'v Value {
    let nodes = program["functions"][function]["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["id"] == id).unwrap_or_else(|| panic!("no {id}: {nodes:?}"))
}

/// Worked by hand: the window takes one pixel more than the one it is at, the sum of both sides (8 cycles) is ready
/// after the product (3), and the copy waits until its end (1 cycle) is that of the fold (8).
#[test]
fn a_program_is_scheduled() {
    let output = answer(&program(BLUR));
    let sd = |path: &str| int(&output["absolute"][path]);
    let starts = ["in", "in:window", "blur()", "out", "total()"].map(|id| sd(&format!("main/row()/{id}")));
    assert_eq!(starts, [0, 0, 2, 18 + 8 - 1, 18]);
    let blur = ["sides", "near", "blurred"].map(|id| sd(&format!("main/row()/blur()/{id}")));
    assert_eq!(blur, [2, 2, 10]);
    assert_eq!(int(&output["functions"]["total"]["FPO"]), 32);
}

/// Without `main`, the function that no other calls is the top, and streams have the default size.
#[test]
fn the_top_is_the_root() {
    let text = format!(
        "{}define void @g (i32 %a, i32 %y) pipe {{ call @f(i32 %a, i32 %y) }}",
        body("i32 %y = load i32 %a")
    );
    let program = program(&text);
    assert_eq!(program["top"], "g");
    assert_eq!(program["functions"]["f"].get("stream_size"), None);
    let two = format!("{text} define void @h (i32 %a) pipe {{ i32 %b = load i32 %a }}");
    let said =
        "there is no `@main`, and 2 functions are not called by another; add `@main`, or give --top NAME";
    assert_eq!(refusal(&two), said);
    let options = TirOptions { top: Some("h".to_owned()), ..TirOptions::default() };
    assert_eq!(from_tir(&two, &options).unwrap()["top"], "h");
}

#[test]
fn options_replace_sizes_and_latencies() {
    let costs = BTreeMap::from([("pow.float32".to_owned(), 5)]);
    let options = TirOptions { top: None, stream_size: Some(7), costs };
    let text = body("i32 %y = pow float32 %a, 2.0");
    let given = from_tir(&text, &options).unwrap();
    assert_eq!(given["costs"], json!({"pow.float32": 5}));
    // A unit that is not pipelined.
    assert_eq!(node(&given, "f", "y")["lfi"], 5);
    assert_eq!(given["functions"]["f"]["stream_size"], 7);
    assert_eq!(node(&program(&text), "f", "y")["lfi"], 27);
}
