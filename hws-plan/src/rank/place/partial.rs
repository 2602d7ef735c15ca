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
    spot: Spot<i64>,
}

/// The tasks placed so far, and the idle times of the processors.
#[derive(Debug)]
pub(super) struct Partial<'a> {
    instance: &'a Instance,
    /// Of equal processors, those in use and two more, the most that a task and its successor could be the first to use.
    idle: Vec<Gaps<i64>>,
    placed: Vec<Option<Placement>>,
}

impl<'a> Partial<'a> {
    pub(super) fn new(instance: &'a Instance) -> Self {
        let equal = instance.has_equal_processors();
        let shown = if equal { instance.processors.min(FRESH) } else { instance.processors };
        let idle = vec![Gaps::for_tasks_from(instance.least_cost()); shown];
        Self { instance, idle, placed: vec![None; instance.len()] }
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
        self.earliest(task, pe, self.data_ready(task, pe, more))
    }

    /// Returns the earliest place of a task on a processor where its data is ready at a time.
    fn earliest(&self, task: usize, pe: usize, ready: i64) -> Candidate {
        let cost = self.instance.cost(task, pe);
        // Starts are below the sum of all times, which fits.
        let spot = self.idle[pe].earliest(ready, cost);
        Candidate { at: Placement { pe, st: spot.start, ed: spot.start + cost }, spot }
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
        self.idle[at.pe].reserve(spot, at.ed - at.st);
        self.placed[task] = Some(at);
        let may_grow = self.instance.has_equal_processors() && self.idle.len() < self.instance.processors;
        if may_grow && at.pe + FRESH >= self.idle.len() {
            self.idle.push(Gaps::for_tasks_from(self.instance.least_cost()));
        }
    }

    /// Places a task where it ends first; among several, on the lowest processor.
    pub(super) fn place_first(&mut self, task: usize) {
        let arrival = Arrival::of(self, task);
        let mut first: Option<Candidate> = None;
        for pe in self.processors() {
            let ready = arrival.on(pe);
            // A processor that is busy or idle, it cannot end the task before this.
            let soonest = ready + self.instance.cost(task, pe);
            if first.is_none_or(|first| soonest < first.at.ed) {
                let candidate = self.earliest(task, pe, ready);
                first = first.filter(|first| first.at.ed <= candidate.at.ed).or(Some(candidate));
            }
        }
        if let Some(first) = first {
            self.place(task, first);
        }
    }

    /// Returns the schedule, when every task has been placed.
    pub(super) fn placements(self) -> Vec<Placement> {
        self.placed.into_iter().map(Option::unwrap_or_default).collect()
    }
}

/// When the data of a task is on each processor. It is everywhere when the last of it has been sent, but on the processor
/// from which that comes, where it need not be sent.
struct Arrival {
    everywhere: i64,
    home: Option<(usize, i64)>,
}

impl Arrival {
    /// For the predecessors placed so far.
    fn of(partial: &Partial<'_>, task: usize) -> Self {
        let sent = |&(pred, comm): &(usize, i64)| partial.placed[pred].map(|from| (from.ed + comm, from.pe));
        let last = partial.instance.pred[task].iter().filter_map(sent).max();
        let home = last.map(|(_, pe)| (pe, partial.data_ready(task, pe, None)));
        Self { everywhere: last.map_or(0, |(time, _)| time), home }
    }

    fn on(&self, pe: usize) -> i64 {
        self.home.filter(|&(home, _)| home == pe).map_or(self.everywhere, |(_, ready)| ready)
    }
}
