//! The periodic mode: worked examples, properties of plans, and refusals.

mod graphs;
mod properties;
mod random;
mod reference;
mod refusals;
mod widths;

use crate::common::pairs;
use hws_plan::{Periodic, PlannerAnswer};
use proptest::prelude::*;
use serde_json::Value;

#[test]
fn worked_examples() {
    pairs::check("periodic", Periodic::from_json);
}

/// What compares against the program must itself be right.
#[test]
fn the_reference_gives_the_worked_examples() {
    for name in pairs::names("periodic") {
        let input = pairs::read(&name, "periodic", "in");
        if input["mode"].as_str().unwrap_or("plan") == "plan" {
            let found = reference::Input::read(&input).plan();
            let wanted = pairs::read(&name, "periodic", "out");
            pairs::covers("periodic", "", &wanted, &found).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

fn answer(input: &Value) -> Value {
    Periodic::from_json(input).unwrap().json()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Key for key, list for list.
    #[test]
    fn plans_are_those_of_the_reference(input in random::input()) {
        let (found, wanted) = (answer(&input), reference::Input::read(&input).plan());
        let difference = pairs::covers("periodic", "", &wanted, &found);
        prop_assert!(difference.is_ok(), "{:?}", difference);
    }
}
