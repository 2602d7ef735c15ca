//! Errors of rule files.

use hws_input::Position;

/// The first problem of a rule file: `FILE:LINE:COLUMN: reason (remedy)`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", position.in_file(file))]
pub struct RulesError {
    /// The name of the file.
    pub file: String,
    /// Where it is.
    pub position: Position,
    /// What is wrong, with the remedy in brackets.
    pub reason: String,
}
