//! Columns and cells of tables.

use std::fmt;

/// The type of a column; cells may also be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Unsigned integers of 64 bits.
    U64,
    /// Signed integers of 64 bits.
    I64,
    /// True or false.
    Bool,
    /// Text.
    Text,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name, unique in the table.
    pub name: String,
    /// The type of its cells.
    pub kind: ColumnKind,
    /// The unit of its numbers; empty if they have none.
    pub unit: String,
    /// Its meaning.
    pub description: String,
}

impl Column {
    /// Creates a column without a unit.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: ColumnKind, description: impl Into<String>) -> Self {
        Self { name: name.into(), kind, unit: String::new(), description: description.into() }
    }

    /// Returns the column with a unit.
    #[must_use]
    pub fn with_unit(self, unit: impl Into<String>) -> Self {
        Self { unit: unit.into(), ..self }
    }
}

/// A value in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// In a column of [`ColumnKind::U64`].
    U64(u64),
    /// In a column of [`ColumnKind::I64`].
    I64(i64),
    /// In a column of [`ColumnKind::Bool`].
    Bool(bool),
    /// In a column of [`ColumnKind::Text`].
    Text(String),
    /// An empty cell.
    Null,
}

impl Cell {
    /// Returns the type of its column; none if it is empty.
    #[must_use]
    pub const fn kind(&self) -> Option<ColumnKind> {
        match self {
            Self::U64(_) => Some(ColumnKind::U64),
            Self::I64(_) => Some(ColumnKind::I64),
            Self::Bool(_) => Some(ColumnKind::Bool),
            Self::Text(_) => Some(ColumnKind::Text),
            Self::Null => None,
        }
    }
}

/// The text of a cell, as CSV files have it; nothing if it is empty.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::U64(number) => number.fmt(f),
            Self::I64(number) => number.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Null => Ok(()),
        }
    }
}
