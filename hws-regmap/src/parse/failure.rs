//! What the parser of YAML refuses, as diagnostics.

use super::node::position_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Position, Span};
use serde_saphyr::Error;

/// The parser's error in the words of this crate.
pub(super) fn diagnose(error: &Error, text: &str) -> Diagnostic {
    let position = error.location().map_or(Position::default(), position_of);
    let position = Position { span: span_at(position, text), ..position };
    if is_limit(error) {
        return Diagnostic::new(
            Code::TooLarge,
            position,
            "no map is as large, as deep or as entangled as this",
        )
        .label("the limit is passed here")
        .remedy("write one document, at most 32 levels deep, and hardly use aliases");
    }
    let remedy = "mend the YAML first: nothing behind this place was read";
    Diagnostic::new(Code::Syntax, position, first_line(&error.to_string())).remedy(remedy)
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

/// The parser's message without the place it repeats.
fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    line.split(" at line ").next().unwrap_or(line).chars().take(200).collect()
}

/// The character at a line and column: not every error of the parser knows its bytes.
fn span_at(position: Position, text: &str) -> Span {
    let (line, column) =
        (position.line.saturating_sub(1) as usize, position.column.saturating_sub(1) as usize);
    let Some(content) = text.split_inclusive('\n').nth(line) else {
        return Span { start: text.len(), end: text.len() };
    };
    let start = content.as_ptr() as usize - text.as_ptr() as usize;
    let mut characters = content.char_indices().skip(column).map(|(byte, _)| start + byte);
    let first = characters.next().unwrap_or(start + content.len());
    Span { start: first, end: characters.next().unwrap_or(start + content.len()) }
}
