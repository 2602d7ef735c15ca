//! The dataflow mode against worked examples, and its refusals.

#[path = "common/pairs.rs"]
mod pairs;

use hws_plan::dataflow::Schedule;

#[test]
fn worked_examples() {
    pairs::check("dataflow", Schedule::of);
}
