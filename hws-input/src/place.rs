//! Positions in a text.

use std::fmt;
use std::ops::Range;

/// A line and a column, both from 1; 0 if unknown.
///
/// ```
/// use hws_input::Position;
/// assert_eq!(Position::new(3, 14).in_file("a.yaml").to_string(), "a.yaml:3:14");
/// assert_eq!(Position::new(3, 0).in_file("a.yaml").to_string(), "a.yaml:3");
/// assert_eq!(Position::UNKNOWN.in_file("a.yaml").to_string(), "a.yaml");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line from 1; 0 if unknown.
    pub line: u32,
    /// Column from 1, in characters; 0 for the whole line.
    pub column: u32,
}

impl Position {
    /// No position, or the text as a whole.
    pub const UNKNOWN: Self = Self { line: 0, column: 0 };

    /// Creates a position, clamped to 32 bits.
    #[must_use]
    pub fn new(line: usize, column: usize) -> Self {
        Self { line: narrow(line), column: narrow(column) }
    }

    /// Displays `FILE:LINE:COLUMN`, without the unknown parts.
    #[must_use]
    pub fn in_file(self, file: &str) -> InFile<'_> {
        InFile { file, position: self }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => Ok(()),
            (line, 0) => write!(f, "{line}"),
            (line, column) => write!(f, "{line}:{column}"),
        }
    }
}

/// Displays a [`Position`] with its file.
#[derive(Clone, Copy, Debug)]
pub struct InFile<'f> {
    file: &'f str,
    position: Position,
}

impl fmt::Display for InFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.position.line == 0 { "" } else { ":" };
        write!(f, "{}{separator}{}", self.file, self.position)
    }
}

/// A range of bytes in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// Creates a span from byte offsets, clamped to 32 bits.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: narrow(start), end: narrow(end) }
    }

    /// Returns the span as a range of byte offsets.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A position and the bytes at it, so that they can be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line and column.
    pub position: Position,
    /// The bytes.
    pub span: Span,
}

impl Place {
    /// No place, or the text as a whole.
    pub const UNKNOWN: Self = Self { position: Position::UNKNOWN, span: Span { start: 0, end: 0 } };

    /// Line from 1; 0 if unknown.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.position.line
    }

    /// Column from 1, in characters.
    #[must_use]
    pub fn column(&self) -> u32 {
        self.position.column
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
