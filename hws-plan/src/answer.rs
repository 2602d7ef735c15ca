//! What every planner gives back.

use std::{fmt, io};

use serde_json::Value;

/// What a planner found: JSON for programs (planner §7), tables for readers (`Display`).
pub trait PlannerAnswer: fmt::Display {
    /// The output of planner §7.
    fn json(&self) -> Value;

    /// Writes [`Self::json`] as people can read it, without a line feed at the end. Answers of millions of
    /// records write them one by one.
    ///
    /// # Errors
    /// `out` does not take it.
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        Ok(serde_json::to_writer_pretty(out, &self.json())?)
    }

    /// Whether the answer is yes: no error found, nothing violated, no deadlock. A plan that exists is one.
    fn is_good(&self) -> bool {
        true
    }
}
