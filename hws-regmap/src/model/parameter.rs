//! A number that the whole design shares.

use super::{Place, Placed};

/// A parameter of scheduler.md §0.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, in capitals.
    pub name: Placed<String>,
    /// Its value.
    pub value: Placed<u32>,
    /// The least legal value.
    pub min: u32,
    /// The greatest legal value.
    pub max: u32,
    /// Where the bounds are written.
    pub bounds: Place,
    /// What it counts.
    pub unit: Unit,
    /// It must not change: words and arrays of the interface depend on it.
    pub fixed: bool,
    /// What it means.
    pub description: String,
    /// Its place in the spec.
    pub spec: String,
}

/// What a parameter counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Things: entries, ids, places in a FIFO.
    #[default]
    Count,
    /// Clock cycles.
    Cycles,
}

impl Unit {
    /// Every unit.
    pub const ALL: [Self; 2] = [Self::Count, Self::Cycles];

    /// As the file writes it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Cycles => "cycles",
        }
    }
}
