//! Line-based text formats: numbered lines, and the integers on them.

use super::error::{ImportError, ImportReason};

/// Characters of a word that an error shows.
const SHOWN: usize = 40;

/// Returns the lines with content, trimmed, with their numbers from 1; `#` starts a comment line.
pub(super) fn of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Parses an integer from 0; `wanted` describes it for the error.
pub(super) fn number(line: usize, word: &str, wanted: &'static str) -> Result<u64, ImportError> {
    word.parse().map_err(|_| {
        let found = word.chars().take(SHOWN).collect();
        ImportError::line(line, ImportReason::Number { found, wanted })
    })
}
