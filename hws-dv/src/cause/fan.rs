//! The machines with a broken rule, each as long as it agrees with the dump.

use hws_plain::{Mutant, MutantSet, leave_out, take_differing};

use super::{CauseProgress, FOLLOWED, Suspect};
use crate::guard::guarded;
use crate::lockstep::Lockstep;
use crate::sample::{AfterEdge, EdgeSink, SampledEdge};

/// The most edges between two looks whether a machine is in the state of the right one again.
const LONGEST_LOOK: u64 = 1_024;

/// So often the progress is noted.
const SHOWN: u64 = 1_000;

/// A machine that is split off so many edges after the last one was dropped would have better gone on.
const SOON: u64 = 4;

/// A machine with a broken rule.
struct Branch {
    mutant: Mutant,
    lockstep: Box<Lockstep<()>>,
    /// The edge from which on its state is looked at, and how long it is waited then.
    look: u64,
    wait: u64,
}

impl Branch {
    /// Agrees with the dump at the edge.
    ///
    /// A broken machine may break what its own code relies on.
    fn agrees(&mut self, edge: &SampledEdge<'_>) -> Option<AfterEdge> {
        guarded(|| self.lockstep.edge(edge)).ok().filter(|after| *after != AfterEdge::Stop)
    }

    /// Is in the state of the right machine, as far as it is looked at now.
    fn is_right_again(&mut self, right: &Lockstep<()>, edge: u64) -> bool {
        if edge < self.look {
            return false;
        }
        self.wait = (self.wait * 2).min(LONGEST_LOOK);
        self.look = edge + self.wait;
        self.lockstep.is_in_state_of(right)
    }
}

/// How the machines of a broken rule return to the right state.
#[derive(Clone, Copy, Default)]
struct Return {
    /// The edge of the last return.
    edge: u64,
    /// The binary logarithm of the wait until the first look at the next machine: where nearly every edge makes a difference,
    /// splitting off and comparing costs more than going on.
    wait: u8,
}

impl Return {
    /// A machine is split off at the edge. Returns how long it is waited until the first look at it.
    fn split(&mut self, edge: u64) -> u64 {
        let is_soon = self.edge > 0 && edge - self.edge <= SOON;
        self.wait = if is_soon {
            (self.wait + 1).min(LONGEST_LOOK.ilog2() as u8)
        } else {
            self.wait.saturating_sub(1)
        };
        1 << self.wait
    }
}

/// What the second implementation does beside the dump, and the machines that are split off it.
pub(super) struct Fan<'a> {
    /// One edge ahead of `right`: it notes which broken rules would make a difference there.
    probe: Lockstep<()>,
    /// The second implementation before the edge.
    right: Lockstep<()>,
    /// The edge of the first difference of the model; once it is found, the edge at which it shows: a difference at power-on shows
    /// when reset ends.
    difference: u64,
    is_found: bool,
    edge: u64,
    live: Vec<Branch>,
    /// Those that are live, and those that have differed from the dump.
    apart: MutantSet,
    /// Those that made a difference anywhere.
    tried: MutantSet,
    /// How the machines of each broken rule have returned to the right state.
    returns: Vec<Return>,
    suspects: Vec<Suspect>,
    progress: &'a CauseProgress,
}

impl<'a> Fan<'a> {
    /// `probe` and `right` are at the beginning of the dump; the model differs from it at the edge `difference`.
    pub(super) fn new(
        probe: Lockstep<()>,
        right: Lockstep<()>,
        difference: u64,
        progress: &'a CauseProgress,
    ) -> Self {
        let (is_found, edge, live, apart, tried, suspects) = Default::default();
        let returns = vec![Return::default(); Mutant::ALL.len()];
        Self {
            probe,
            right: right.led(),
            difference,
            is_found,
            edge,
            live,
            apart,
            tried,
            returns,
            suspects,
            progress,
        }
    }

    /// How many broken rules made a difference up to the first difference.
    pub(super) fn tried(&self) -> usize {
        self.tried.into_iter().count()
    }

    /// Those that agree beyond the first difference; `None` if the second implementation did not find it.
    pub(super) fn into_suspects(mut self) -> Option<Vec<Suspect>> {
        let edges = self.edge.saturating_sub(self.difference);
        let suspect = |branch: Branch| Suspect { mutant: branch.mutant, edges, agrees_to_end: true };
        self.suspects.extend(self.live.into_iter().filter(|_| edges > 0).map(suspect));
        self.is_found.then_some(self.suspects)
    }

    /// An edge up to the first difference.
    fn before(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        // What another machine of this thread has noted is not of this edge.
        take_differing();
        leave_out(self.apart);
        let after = self.probe.edge(edge);
        leave_out(MutantSet::EMPTY);
        self.split(take_differing());
        let branches = self.step(edge);
        match self.probe.divergence().map(|found| found.edge) {
            Some(found) if found == self.difference => {
                (self.is_found, self.difference) = (true, self.edge);
                branches
            }
            Some(_) => AfterEdge::Stop,
            None => {
                self.right.edge(edge);
                self.merge();
                after
            }
        }
    }

    /// The machines whose broken rules make a difference at this edge.
    fn split(&mut self, differing: MutantSet) {
        for mutant in self.apart.add(differing) {
            self.tried.insert(mutant);
            let lockstep = Box::new(self.right.breaking(mutant));
            let wait = self.returns[mutant as usize].split(self.edge);
            self.live.push(Branch { mutant, lockstep, look: self.edge + wait - 1, wait });
        }
    }

    /// Ends those that differ at the edge.
    fn step(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        let (number, difference, is_found) = (self.edge, self.difference, self.is_found);
        let mut after = AfterEdge::Stop;
        let suspects = &mut self.suspects;
        self.live.retain_mut(|branch| {
            let agrees = branch.agrees(edge);
            after = agrees.unwrap_or(after);
            if agrees.is_none() && is_found && number > difference {
                let edges = number - difference;
                suspects.push(Suspect { mutant: branch.mutant, edges, agrees_to_end: false });
            }
            agrees.is_some()
        });
        after
    }

    /// Ends those that are in the right state again: they are split off again where they make the next difference.
    fn merge(&mut self) {
        let Self { right, edge, live, apart, returns, .. } = self;
        live.retain_mut(|branch| {
            let is_right_again = branch.is_right_again(right, *edge);
            if is_right_again {
                apart.remove(branch.mutant);
                returns[branch.mutant as usize].edge = *edge;
            }
            !is_right_again
        });
    }
}

impl EdgeSink for Fan<'_> {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        // After the difference, the right machine says nothing any more.
        let after = if self.is_found { self.step(edge) } else { self.before(edge) };
        self.edge += 1;
        if self.edge.is_multiple_of(SHOWN) {
            self.progress.set(self.edge, self.difference, self.live.len());
        }
        let is_enough = self.is_found && self.edge > self.difference + FOLLOWED;
        if is_enough { AfterEdge::Stop } else { after }
    }
}
