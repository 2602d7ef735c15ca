//! Errors of JSON texts.

use std::fmt;

use crate::Position;

/// An error of the JSON parser and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Line and column, or only the line if the parser reports no column.
    pub position: Position,
    /// The message, without the position.
    pub message: String,
}

impl From<serde_json::Error> for JsonError {
    /// The parser's message ends in " at line L column C", which becomes the position.
    fn from(error: serde_json::Error) -> Self {
        let mut message = error.to_string();
        if let Some(place) = message.rfind(" at line ") {
            message.truncate(place);
        }
        Self { position: Position::new(error.line().max(1), error.column()), message }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for JsonError {}
