//! The machines with a broken rule, each as long as it agrees with the dump.

use hws_plain::{Breakage, Mutant};

use super::probe::Starts;
use super::{FOLLOWED, Suspect};
use crate::guard::guarded;
use crate::lockstep::Lockstep;
use crate::sample::{AfterEdge, EdgeSink, SampledEdge};

/// A machine with a broken rule.
struct Branch {
    mutant: Mutant,
    lockstep: Box<Lockstep<()>>,
}

/// The second implementation, and the machines split off it.
pub(super) struct Fan {
    right: Lockstep<()>,
    starts: Starts,
    /// The edge of the first difference.
    difference: u64,
    edge: u64,
    tried: usize,
    live: Vec<Branch>,
    suspects: Vec<Suspect>,
}

impl Fan {
    pub(super) fn new(right: Lockstep<()>, starts: Starts, difference: u64) -> Self {
        let (edge, tried, live, suspects) = Default::default();
        Self { right, starts, difference, edge, tried, live, suspects }
    }

    /// How many machines were split off.
    pub(super) fn tried(&self) -> usize {
        self.tried
    }

    /// Those that agree beyond the first difference.
    pub(super) fn into_suspects(mut self) -> Vec<Suspect> {
        let edges = self.edge.saturating_sub(self.difference);
        let suspect = |branch: Branch| Suspect { mutant: branch.mutant, edges, agrees_to_end: true };
        self.suspects.extend(self.live.into_iter().filter(|_| edges > 0).map(suspect));
        self.suspects
    }

    /// The machines whose broken rule makes a difference at this edge for the first time.
    fn split(&mut self) {
        for mutant in self.starts.remove(&self.edge).unwrap_or_default() {
            let mut lockstep = Box::new(self.right.clone());
            lockstep.set_broken(Breakage::One(mutant));
            self.live.push(Branch { mutant, lockstep });
            self.tried += 1;
        }
    }

    /// Ends those that differ at the edge.
    fn step(&mut self, edge: &SampledEdge<'_>) -> Option<AfterEdge> {
        let (number, difference, mut after) = (self.edge, self.difference, None);
        let suspects = &mut self.suspects;
        self.live.retain_mut(|branch| {
            // A broken machine may break what its own code relies on.
            let found = guarded(|| branch.lockstep.edge(edge)).unwrap_or(AfterEdge::Stop);
            let lives = found != AfterEdge::Stop;
            if lives {
                after = Some(found);
            } else if number > difference {
                let edges = number - difference;
                suspects.push(Suspect { mutant: branch.mutant, edges, agrees_to_end: false });
            }
            lives
        });
        after
    }
}

impl EdgeSink for Fan {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        self.split();
        let branches = self.step(edge);
        // After the difference, the right machine says nothing any more.
        let right = (self.edge < self.difference).then(|| self.right.edge(edge));
        self.edge += 1;
        let is_enough = self.edge > self.difference + FOLLOWED;
        match right.or(branches) {
            Some(after) if !is_enough => after,
            _ => AfterEdge::Stop,
        }
    }
}
