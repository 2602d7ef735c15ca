//! A value and where it stands in the file.

use std::fmt;
use std::ops::Range;

/// A place in the file, line and column from 1; all 0 when there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
    /// The bytes that stand there.
    pub span: Span,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Some bytes of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The first byte behind it.
    pub end: usize,
}

impl Span {
    /// As a range of byte offsets.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value with its position, so that a check can point at it.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub position: Position,
}

impl<T> Placed<T> {
    /// Another value at the same place.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Placed<U> {
        Placed { value: change(self.value), position: self.position }
    }

    /// The same place, another value.
    pub(crate) fn with<U>(&self, value: U) -> Placed<U> {
        Placed { value, position: self.position }
    }
}
