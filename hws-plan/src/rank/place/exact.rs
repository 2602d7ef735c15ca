//! An optimal schedule of a small graph, by depth-first branch and bound.
//!
//! Tasks are placed in the order of their starts, each behind the last one on its processor: every schedule in which no task can start
//! earlier without another sequence arises in this way, and one of these is optimal. A branch ends when its bound is
//! not below the shortest schedule found.

mod bounds;

use std::cmp::Reverse;

use super::instance::Instance;
use super::partial::{Placement, makespan};
use bounds::Bounds;

/// The result of the search.
#[derive(Clone, Debug)]
pub(in crate::rank) struct Exact {
    /// The shortest schedule found.
    pub(in crate::rank) placed: Vec<Placement>,
    /// A time that no schedule can beat: the makespan if it is optimal.
    pub(in crate::rank) lower: i64,
    /// Whether the schedule is proven optimal.
    pub(in crate::rank) is_proven: bool,
    /// Nodes visited.
    pub(in crate::rank) nodes: u64,
}

/// Searches at most `limit` nodes for a schedule that is shorter than `from`; `lower` is a lower bound.
pub(in crate::rank) fn exact(instance: &Instance, from: Vec<Placement>, lower: i64, limit: u64) -> Exact {
    let mut search = Branching::new(instance, from, lower, limit);
    search.branch();
    let shortest = makespan(&search.shortest);
    let is_proven = shortest <= lower || search.nodes < limit;
    let lower = if is_proven { shortest } else { lower };
    Exact { placed: search.shortest, lower, is_proven, nodes: search.nodes }
}

struct Branching<'a> {
    bounds: Bounds<'a>,
    /// Predecessors of each task that have not been placed.
    missing: Vec<usize>,
    shortest: Vec<Placement>,
    /// Makespan of `shortest`.
    record: i64,
    lower: i64,
    nodes: u64,
    limit: u64,
}

impl<'a> Branching<'a> {
    fn new(instance: &'a Instance, from: Vec<Placement>, lower: i64, limit: u64) -> Self {
        Self {
            bounds: Bounds::new(instance),
            missing: instance.pred.iter().map(<[_]>::len).collect(),
            record: makespan(&from),
            shortest: from,
            lower,
            nodes: 0,
            limit,
        }
    }

    fn is_over(&self) -> bool {
        self.record <= self.lower || self.nodes >= self.limit
    }

    /// Tries every continuation of the tasks placed so far.
    fn branch(&mut self) {
        if self.is_over() {
            return;
        }
        self.nodes += 1;
        if self.bounds.placed.iter().all(Option::is_some) {
            self.shortest = self.bounds.placed.iter().copied().map(Option::unwrap_or_default).collect();
            self.record = makespan(&self.shortest);
            return;
        }
        if self.bounds.reaches(self.record) {
            return;
        }
        for (task, at) in self.continuations() {
            // The record may have fallen since.
            if at.ed + self.bounds.tail[task] < self.record {
                self.descend(task, at);
            }
        }
    }

    fn descend(&mut self, task: usize, at: Placement) {
        let before = self.bounds.place(task, at);
        let instance = self.bounds.instance;
        instance.succ[task].iter().for_each(|&(next, _)| self.missing[next] -= 1);
        self.branch();
        instance.succ[task].iter().for_each(|&(next, _)| self.missing[next] += 1);
        self.bounds.take_back(task, before);
    }

    /// Returns the tasks that can be next, on each processor: earlier starts first, then the longer time to the end.
    fn continuations(&self) -> Vec<(usize, Placement)> {
        let bounds = &self.bounds;
        let ready =
            (0..self.missing.len()).filter(|&task| self.missing[task] == 0 && bounds.placed[task].is_none());
        let places = ready.flat_map(|task| (0..bounds.choices()).map(move |pe| (task, bounds.at(task, pe))));
        let mut next: Vec<(usize, Placement)> =
            places.filter(|&(task, at)| bounds.may_follow(task, at)).collect();
        next.sort_by_key(|&(task, at)| (at.st, Reverse(at.ed - at.st + bounds.tail[task]), at.ed));
        next
    }
}
