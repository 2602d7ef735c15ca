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

impl JsonError {
    /// Creates the error of a text. The parser's message ends in " at line L column C", which becomes the position.
    #[must_use]
    pub fn new(error: &serde_json::Error, text: &str) -> Self {
        let mut message = error.to_string();
        if let Some(place) = message.rfind(" at line ") {
            message.truncate(place);
        }
        let line = error.line().max(1);
        Self { position: Position::new(line, column(text, line, error.column())), message }
    }
}

/// The column in characters; the parser counts bytes.
fn column(text: &str, line: usize, bytes: usize) -> usize {
    let content = text.split('\n').nth(line - 1).unwrap_or_default();
    let before = content.len().min(bytes);
    let characters = content.bytes().take(before).filter(|byte| byte & 0xC0 != 0x80).count();
    characters + bytes - before
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for JsonError {}
