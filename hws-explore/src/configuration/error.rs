//! Why a configuration cannot be explored.

use hws_input::{Place, Position};
use thiserror::Error;

/// A configuration that is malformed, or that no exploration can be complete for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {reason}", position.in_file(file))]
pub struct ConfigurationError {
    /// The name of the file.
    pub file: String,
    /// Line and column.
    pub position: Position,
    /// What is wrong, and what would be valid.
    pub reason: String,
}

impl ConfigurationError {
    pub(super) fn new(file: &str, place: Place, reason: impl Into<String>) -> Self {
        Self { file: file.to_owned(), position: place.position, reason: reason.into() }
    }
}
