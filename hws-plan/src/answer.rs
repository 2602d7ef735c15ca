//! The result type that all planners share.

use std::{fmt, io};

use serde_json::Value;

/// The answer of a planner: JSON for programs (planner §7), tables for people (`Display`).
pub trait PlannerAnswer: fmt::Display {
    /// The answer as the JSON of planner §7.
    fn json(&self) -> Value;

    /// Writes [`Self::json`] pretty-printed, without a line feed at the end. Answers with millions of records
    /// write them one by one instead of building the value first.
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        Ok(serde_json::to_writer_pretty(out, &self.json())?)
    }

    /// Whether the answer is positive: no error found, no rule violated, no deadlock. A plan always is.
    fn is_good(&self) -> bool {
        true
    }
}
