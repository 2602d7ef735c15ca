//! The dataflow mode against worked examples, an independent reference, machines that walk every token, and
//! inputs that it must refuse.

mod hierarchy;
mod limits;
mod machine;
mod plans;
mod programs;
mod reference;
mod refusals;
mod tir;
mod tokens;
mod worked;

use crate::common::pairs;
use hws_plan::dataflow::DataflowSchedule;
use hws_plan::{InputError, PlannerAnswer};
use serde_json::Value;

fn dataflow(input: &Value) -> Result<Value, InputError> {
    DataflowSchedule::from_json(input).map(|schedule| schedule.json())
}

/// The answer to an input that has one.
fn answer(input: &Value) -> Value {
    dataflow(input).unwrap_or_else(|error| panic!("{error}\n{input}"))
}

/// An integer of an answer.
fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is not an integer"))
}

/// The edge between two nodes of a function of an answer.
fn edge<'a>(output: &'a Value, function: &str, from: &str, to: &str) -> &'a Value {
    let edges = output["functions"][function]["edges"].as_array().unwrap();
    edges.iter().find(|edge| edge["from"] == from && edge["to"] == to).unwrap()
}

#[test]
fn worked_examples() {
    pairs::check("dataflow", DataflowSchedule::from_json);
}
