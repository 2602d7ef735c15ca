//! The best place for a task that has been taken out of the sequences.

use super::sequences::{Removed, Sequences};
use crate::rank::place::instance::Instance;
use crate::rank::place::lcg::Lcg;

/// A place for the task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The length of the longest path through the task there.
    pub(super) length: i64,
    pub(super) pe: usize,
    /// The task before it.
    pub(super) before: Option<usize>,
}

/// Returns the place where the longest path through the task is shortest, other than the one it was taken from; of
/// several, one at random. The makespan becomes the larger of that length and of the makespan without the task.
pub(super) fn best(
    instance: &Instance,
    sequences: &Sequences<'_>,
    removed: &Removed,
    random: &mut Lcg,
) -> Option<Place> {
    let mut best: Option<Place> = None;
    let mut equals = 0;
    for pe in 0..instance.usable_processors() {
        for place in Places::new(instance, sequences, removed.task, pe) {
            let is_shorter = best.is_none_or(|best| place.length < best.length);
            let is_equal = best.is_some_and(|best| place.length == best.length);
            if (place.pe, place.before) == removed.from || !(is_shorter || is_equal) {
                continue;
            }
            equals = if is_shorter { 1 } else { equals + 1 };
            if random.below(equals) == 0 {
                best = Some(place);
            }
        }
    }
    best
}

/// The places on a processor at which the task closes no cycle, from the first to the last.
struct Places<'a> {
    instance: &'a Instance,
    sequences: &'a Sequences<'a>,
    task: usize,
    pe: usize,
    /// Start, time behind its end, and cost of the task as far as only data counts.
    ready: i64,
    tail: i64,
    cost: i64,
    /// The tasks between which the next place is; `None` in the end.
    next: Option<(Option<usize>, Option<usize>)>,
}

impl<'a> Places<'a> {
    fn new(instance: &'a Instance, sequences: &'a Sequences<'a>, task: usize, pe: usize) -> Self {
        let (ready, tail) = (sequences.data_ready(task, pe), sequences.data_tail(task, pe));
        let next = Some((None, sequences.first(pe)));
        Self { instance, sequences, task, pe, ready, tail, cost: instance.cost(task, pe), next }
    }

    /// Returns whether there is certainly no path from a successor of the task to `before`.
    fn may_follow(&self, before: usize) -> bool {
        let sequences = self.sequences;
        sequences.position[before] < sequences.position[self.task]
            || self.instance.succ[self.task].iter().all(|&(next, _)| sequences.is_no_path(next, before))
    }

    /// Returns whether there is certainly no path from `after` to a predecessor of the task.
    fn may_precede(&self, after: usize) -> bool {
        let sequences = self.sequences;
        sequences.position[after] > sequences.position[self.task]
            || self.instance.pred[self.task].iter().all(|&(pred, _)| sequences.is_no_path(after, pred))
    }

    fn place(&self, before: Option<usize>, after: Option<usize>) -> Place {
        let start = before.map_or(self.ready, |before| self.ready.max(self.sequences.end(before)));
        let tail = after.map_or(self.tail, |after| self.tail.max(self.sequences.span(after)));
        Place { length: start + self.cost + tail, pe: self.pe, before }
    }
}

impl Iterator for Places<'_> {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        loop {
            let (before, after) = self.next?;
            if before.is_some_and(|before| !self.may_follow(before)) {
                // Nor can it follow those behind.
                self.next = None;
                return None;
            }
            self.next = after.map(|task| (Some(task), self.sequences.after(task)));
            if after.is_none_or(|after| self.may_precede(after)) {
                return Some(self.place(before, after));
            }
        }
    }
}
