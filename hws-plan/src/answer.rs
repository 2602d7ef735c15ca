//! What every planner gives back.

use std::fmt;

use serde_json::Value;

/// What a planner found: JSON for programs (planner §7), tables for readers (`Display`).
pub trait Answer: fmt::Display {
    /// The output of planner §7.
    fn json(&self) -> Value;

    /// Whether the answer is yes: no error found, nothing violated, no deadlock. A plan that exists is one.
    fn is_good(&self) -> bool {
        true
    }
}
