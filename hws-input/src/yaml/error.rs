//! Errors of YAML texts.

use std::fmt;

use serde_saphyr::{Error, UserMessageFormatter};

use super::build;
use crate::{Place, Span};

/// The most characters kept of the parser's message.
const MOST: usize = 200;

/// A text that is not YAML or exceeds a limit, and the place of the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// The place; the span is the character there.
    pub place: Place,
    /// The parser's message, without the place.
    pub message: String,
    /// Whether the text may be YAML but exceeds one of the [`Limits`](super::Limits).
    pub is_limit: bool,
}

impl YamlError {
    pub(super) fn new(error: &Error, text: &str) -> Self {
        let mut place = error.location().map_or(Place::UNKNOWN, build::place);
        place.span = character_at(place, text);
        let message = error.without_snippet().render_with_formatter(&UserMessageFormatter);
        Self { place, message: shortened(&message), is_limit: is_limit(error) }
    }
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for YamlError {}

/// Returns the first line, without the place that the parser appends.
fn shortened(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default().trim();
    let line = line.split_once(" at line ").map_or(line, |(before, _)| before);
    line.chars().take(MOST).collect()
}

fn is_limit(error: &Error) -> bool {
    match error {
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. } => true,
        Error::AliasError { error, .. } => is_limit(error),
        _ => false,
    }
}

/// Returns the character at a line and column, since not every parser error has byte offsets.
fn character_at(place: Place, text: &str) -> Span {
    let (line, column) = (place.line().saturating_sub(1), place.column().saturating_sub(1));
    let Some(content) = text.split_inclusive('\n').nth(line as usize) else {
        return Span::new(text.len(), text.len());
    };
    let start = content.as_ptr().addr() - text.as_ptr().addr();
    let mut characters = content.char_indices().skip(column as usize).map(|(byte, _)| start + byte);
    let first = characters.next().unwrap_or(start + content.len());
    Span::new(first, characters.next().unwrap_or(start + content.len()))
}
