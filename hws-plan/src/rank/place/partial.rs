//! A schedule under construction: tasks are placed one by one, in gaps where they fit.

use std::ops::Range;

use super::instance::Instance;
use crate::schedule::{Gaps, Spot};

/// Equal processors not yet used that are considered.
const FRESH: usize = 2;

/// Where and when a task runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::rank) struct Placement {
    /// Processor.
    pub(in crate::rank) pe: usize,
    /// Start.
    pub(in crate::rank) st: i64,
    /// End.
    pub(in crate::rank) ed: i64,
}

/// Returns the latest end; 0 without tasks.
pub(in crate::rank) fn makespan(placed: &[Placement]) -> i64 {
    placed.iter().map(|placement| placement.ed).max().unwrap_or(0)
}

/// A place that a task could take; valid until the next task is placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) at: Placement,
    spot: Spot,
}

/// The tasks placed so far, and the idle times of the processors.
#[derive(Debug)]
pub(super) struct Partial<'a> {
    instance: &'a Instance,
    /// Of equal processors, those in use and two more, the most that a task and its successor could be the first to use.
    idle: Vec<Gaps>,
    placed: Vec<Option<Placement>>,
}

impl<'a> Partial<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        let equal = instance.has_equal_processors();
        let shown = if equal { instance.processors.min(FRESH) } else { instance.processors };
        Self { instance, idle: vec![Gaps::default(); shown], placed: vec![None; instance.len()] }
    }

    /// Returns the processors that are to be considered.
    pub(super) fn processors(&self) -> Range<usize> {
        0..self.idle.len()
    }

    /// Returns the earliest place on each processor that is to be considered, ascending; at least one.
    pub(super) fn candidates(&self, task: usize) -> impl Iterator<Item = Candidate> + '_ {
        self.processors().map(move |pe| self.candidate(task, pe))
    }

    /// Returns the earliest place of a task on a processor, for the data of the predecessors placed so far.
    pub(super) fn candidate(&self, task: usize, pe: usize) -> Candidate {
        self.candidate_with(task, pe, None)
    }

    /// Like [`Self::candidate`], as if one more task had been placed.
    pub(super) fn candidate_with(
        &self,
        task: usize,
        pe: usize,
        more: Option<(usize, Placement)>,
    ) -> Candidate {
        let cost = self.instance.cost(task, pe);
        let spot = self.idle[pe].earliest(self.data_ready(task, pe, more).into(), cost.into());
        // Starts are below the sum of all times, which fits.
        let st = i64::try_from(spot.start).unwrap_or(i64::MAX);
        Candidate { at: Placement { pe, st, ed: st + cost }, spot }
    }

    /// Returns when the data of all predecessors is on `pe`; communication within a processor takes no time.
    fn data_ready(&self, task: usize, pe: usize, more: Option<(usize, Placement)>) -> i64 {
        let arrival = |&(pred, comm): &(usize, i64)| {
            let from = match more {
                Some((task, at)) if task == pred => at,
                _ => self.placed[pred]?,
            };
            Some(if from.pe == pe { from.ed } else { from.ed + comm })
        };
        self.instance.pred[task].iter().filter_map(arrival).max().unwrap_or(0)
    }

    /// Places a task.
    pub(super) fn place(&mut self, task: usize, Candidate { at, spot }: Candidate) {
        self.idle[at.pe].reserve(spot, (at.ed - at.st).into());
        self.placed[task] = Some(at);
        let may_grow = self.instance.has_equal_processors() && self.idle.len() < self.instance.processors;
        if may_grow && at.pe + FRESH >= self.idle.len() {
            self.idle.push(Gaps::default());
        }
    }

    /// Places a task where it ends first; among several, on the lowest processor.
    pub(super) fn place_first(&mut self, task: usize) {
        if let Some(first) = self.candidates(task).min_by_key(|candidate| candidate.at.ed) {
            self.place(task, first);
        }
    }

    /// Returns the schedule, when every task has been placed.
    pub(super) fn placements(self) -> Vec<Placement> {
        self.placed.into_iter().map(Option::unwrap_or_default).collect()
    }
}
