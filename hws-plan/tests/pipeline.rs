//! The pipeline mode: worked examples, refusals, and timelines against references of their own.

mod cycle_by_cycle;
mod matching;
mod operations;
mod overlap;
mod plans;
mod random;
mod refusals;
mod rows;

use crate::common::pairs;
use hws_plan::PlannerAnswer;
use hws_plan::pipeline::Pipeline;
use serde_json::Value;

/// The answer to an input that is accepted.
fn answer(input: &Value) -> Value {
    Pipeline::from_json(input).unwrap_or_else(|error| panic!("{input}: {error}")).json()
}

/// The same with some keys set.
fn with(input: &Value, keys: &Value) -> Value {
    let mut input = input.clone();
    input.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    input
}

#[test]
fn worked_examples() {
    pairs::check("pipeline", Pipeline::from_json);
}
