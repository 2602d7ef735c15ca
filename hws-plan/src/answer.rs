//! The result type that all planners share.

use std::{fmt, io};

use serde_json::Value;

/// The result of a planner: JSON for programs (planner §7), tables for people (`Display`).
pub trait PlannerAnswer: fmt::Display {
    /// Returns the result as the JSON of planner §7.
    fn json(&self) -> Value;

    /// Writes [`Self::json`] pretty-printed, without a line feed at the end. Results with millions of records
    /// are written record by record, without building the value first.
    ///
    /// # Errors
    /// Any error of `out`.
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        Ok(serde_json::to_writer_pretty(out, &self.json())?)
    }

    /// Returns whether the result is positive: no error, no violated rule, no deadlock. Always true for a plan.
    fn is_good(&self) -> bool {
        true
    }
}
