//! Why a text has no value.

use std::fmt;

use crate::Position;

/// What a JSON parser reports, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Where: line and column; the line alone where the parser has no column.
    pub position: Position,
    /// What is wrong, without the place.
    pub message: String,
}

impl From<serde_json::Error> for JsonError {
    /// The parser's text ends in " at line L column C", which is the position.
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
