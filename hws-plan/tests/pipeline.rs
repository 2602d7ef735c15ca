//! The pipeline mode against worked examples.

#[path = "common/pairs.rs"]
mod pairs;

use hws_plan::pipeline::Pipeline;

#[test]
fn worked_examples() {
    pairs::check("pipeline", Pipeline::of);
}
