//! The periodic mode against worked examples, and its refusals.

#[path = "common/pairs.rs"]
mod pairs;

use hws_plan::Periodic;

#[test]
fn worked_examples() {
    pairs::check("periodic", Periodic::of);
}
