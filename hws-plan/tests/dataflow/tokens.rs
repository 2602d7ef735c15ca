//! Schedules run token by token: no token is late, and the FIFOs are deep enough.

use proptest::prelude::*;
use serde_json::Value;

use crate::dataflow::{answer, int, machine, programs};

/// Functions of an answer that the machine can walk.
fn functions(output: &Value) -> impl Iterator<Item = &Value> {
    output["functions"].as_object().unwrap().values().filter(|function| int(&function["LAT"]) < 20_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn fifos_are_deep_enough(mut input in programs::program(), is_tight: bool) {
        input["sd_rule"] = ["seed", "tight"][usize::from(is_tight)].into();
        let output = answer(&input);
        for function in functions(&output) {
            let edges = function["edges"].as_array().unwrap();
            for (edge, seen) in edges.iter().zip(machine::run(function, false)) {
                prop_assert_eq!(int(&edge["actual_entries"]), seen.most, "{}", edge);
                // Under the published formula the producer holds the one token more.
                prop_assert!(seen.most <= int(&edge["fifo"]) + i64::from(!is_tight), "{}", edge);
                prop_assert!(seen.most <= int(&edge["min_entries"]) + i64::from(!is_tight), "{}", edge);
                prop_assert!(!is_tight || seen.first == int(&edge["sd_edge"]), "{}", edge);
                prop_assert!(seen.first <= int(&edge["sd_edge"]), "{}", edge);
            }
            if !is_tight {
                for (edge, seen) in edges.iter().zip(machine::run(function, true)) {
                    prop_assert_eq!(int(&edge["min_entries"]), seen.most, "{}", edge);
                    prop_assert!(seen.most <= int(&edge["fifo"]), "{}", edge);
                    prop_assert_eq!(seen.first, int(&edge["sd_edge"]), "{}", edge);
                }
            }
        }
    }

    /// T16, T7: a later start shifts everything, and outputs stay in step.
    #[test]
    fn a_later_start_shifts_everything(mut input in programs::program(), by in 1i64..99) {
        input["sd0"] = 0.into();
        let early = answer(&input);
        input["sd0"] = by.into();
        let mut late = answer(&input);
        for sd in late["absolute"].as_object_mut().unwrap().values_mut() {
            *sd = (int(sd) - by).into();
        }
        prop_assert_eq!(early, late);
    }
}
