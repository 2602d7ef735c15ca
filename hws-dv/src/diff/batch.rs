//! Sampled edges on their way from a reading thread to the comparison.

use crate::wave::Bits;

/// A compared lane has a new value at an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) lane: u32,
    pub(super) value: Bits,
}

/// A sampled edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) time: u64,
    /// The number of resets before it.
    pub(super) epoch: u32,
    /// The value of the cycle signal; otherwise the number of the edge in its epoch.
    pub(super) cycle: u64,
    /// The conditions of windows that hold, one bit each.
    pub(super) conditions: u64,
    /// Nothing follows the time stamp in the file.
    pub(super) is_last: bool,
    /// Where its changes end in the batch.
    pub(super) end: u32,
}

/// Several edges with their changes.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) edges: Vec<Edge>,
    pub(super) changes: Vec<Change>,
}

impl Batch {
    /// A batch is sent when it has this many changes or edges.
    const FULL: usize = 1 << 14;

    pub(super) fn is_full(&self) -> bool {
        self.changes.len() >= Self::FULL || self.edges.len() >= Self::FULL
    }
}
