//! Where something was found: cycles, edges, the first difference of a lane.

use super::batch::Edge;
use super::lane::State;
use crate::wave::Bits;

/// Values of the watched lanes at one cycle.
pub(super) type Row = (u64, Vec<(Bits, Bits)>);

/// A lane that differs, when it does so first.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneFirst {
    pub(super) lane: u32,
    pub(super) place: Place,
    pub(super) a: Bits,
    pub(super) b: Bits,
    pub(super) state: State,
    /// Neither side had changed it since the first edge.
    pub(super) is_initial: bool,
}

/// A compared cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the sampled edge in A.
    pub(super) edge_a: u64,
    pub(super) cycle: u64,
    pub(super) epoch: u32,
    pub(super) time_a: u64,
    pub(super) time_b: u64,
    /// One of the sides has nothing after it.
    pub(super) is_last_a: bool,
    pub(super) is_last_b: bool,
}

/// Edges without a partner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Alone {
    pub(super) count: u64,
    /// Cycle and time of the first one.
    pub(super) first: (u64, u64),
}

impl Alone {
    pub(super) fn add(&mut self, cycle: u64, edge: &Edge) {
        if self.count == 0 {
            self.first = (cycle, edge.time);
        }
        self.count += 1;
    }
}
