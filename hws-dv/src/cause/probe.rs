//! At which edge each broken rule would have made a difference for the first time.

use std::collections::BTreeMap;

use hws_plain::{Mutant, MutantSet, take_differing};

use crate::lockstep::Lockstep;
use crate::sample::{AfterEdge, EdgeSink, SampledEdge};

/// The broken rules by the number of the edge.
pub(super) type Starts = BTreeMap<u64, Vec<Mutant>>;

/// The second implementation beside the dump, up to the first difference.
pub(super) struct Probe {
    lockstep: Lockstep<()>,
    /// The edge of the first difference.
    last: u64,
    edge: u64,
    differing: MutantSet,
    starts: Starts,
}

impl Probe {
    pub(super) fn new(lockstep: Lockstep<()>, last: u64) -> Self {
        let (edge, differing, starts) = Default::default();
        Self { lockstep, last, edge, differing, starts }
    }

    /// The edges; `None` if the second implementation did not find the difference of the model.
    pub(super) fn into_starts(self) -> Option<Starts> {
        let found = self.lockstep.divergence().is_some_and(|found| found.edge == self.last);
        found.then_some(self.starts)
    }
}

impl EdgeSink for Probe {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        // What another machine of this thread has noted is not of this edge.
        take_differing();
        let after = self.lockstep.edge(edge);
        let new: Vec<Mutant> = self.differing.add(take_differing()).collect();
        if !new.is_empty() {
            self.starts.insert(self.edge, new);
        }
        self.edge += 1;
        if self.edge > self.last { AfterEdge::Stop } else { after }
    }
}
