//! What a target found.

use std::fmt;

/// The most bytes of a file that a message shows.
const SHOWN: usize = 4000;

/// A property that does not hold, or a panic of a reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParserFailure {
    /// The target.
    pub target: &'static str,
    /// What does not hold.
    pub found: String,
    /// The file that was read.
    pub file: Vec<u8>,
}

impl fmt::Display for ParserFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.file[..self.file.len().min(SHOWN)];
        let more = if shown.len() < self.file.len() { " (more follows)" } else { "" };
        writeln!(f, "{}: {}", self.target, self.found)?;
        writeln!(f, "the file, {} bytes{more}:", self.file.len())?;
        match str::from_utf8(shown) {
            Ok(text) => f.write_str(text),
            Err(_) => write!(f, "{}", shown.escape_ascii()),
        }
    }
}

impl std::error::Error for ParserFailure {}
