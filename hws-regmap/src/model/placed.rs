//! A value and where it stands in the file.

use serde_saphyr::Spanned;
use std::fmt;

/// A place in the file, both numbers from 1; 0 when the parser did not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
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

impl<T> From<Spanned<T>> for Placed<T> {
    fn from(spanned: Spanned<T>) -> Self {
        // `defined`: for an alias the place of the anchored value, where the fix has to be made.
        Self { value: spanned.value, position: crate::parse::position_of(spanned.defined) }
    }
}
