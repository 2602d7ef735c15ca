//! A number that the whole design shares.

use super::{Place, Placed};

/// A parameter of scheduler.md §0.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, in capitals.
    pub name: Placed<String>,
    /// Its value.
    pub value: Placed<u64>,
    /// The least legal value.
    pub min: u64,
    /// The greatest legal value.
    pub max: u64,
    /// Where the bounds are written.
    pub bounds: Place,
    /// The unit it is counted in.
    pub unit: Unit,
    /// Whether it must not change, because words and arrays of the interface depend on it.
    pub fixed: bool,
    /// Its meaning.
    pub description: String,
    /// Its place in the specification, such as `scheduler.md §0`.
    pub spec: String,
}

/// The unit of a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Things: entries, ids, places in a FIFO.
    #[default]
    Count,
    /// Clock cycles.
    Cycles,
}

impl Unit {
    /// Every unit, in declaration order.
    pub const ALL: [Self; 2] = [Self::Count, Self::Cycles];

    /// Returns the word used in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Cycles => "cycles",
        }
    }
}
