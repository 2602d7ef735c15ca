//! The best place for a task that has been taken out of the sequences.

use super::sequences::{Removed, Sequences};
use crate::rank::place::lcg::Lcg;

/// A place for the task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The length of the longest path through the task there.
    pub(super) length: i64,
    pub(super) pe: usize,
    /// The task, or the frame of the processor, before it.
    pub(super) before: usize,
}

/// Returns the place where the longest path through the task is shortest, and at most `allowed`, other than the one it was taken
/// from; of several, one at random. The makespan becomes the larger of that length and of the makespan without the task.
pub(super) fn best(
    sequences: &mut Sequences<'_>,
    removed: &Removed,
    allowed: i64,
    random: &mut Lcg,
) -> Option<Place> {
    let mut choice = Choice { best: None, most: allowed, equals: 0 };
    let mut visits = 0;
    for pe in sequences.processors() {
        visits += choice.on(sequences, removed, pe, random);
    }
    sequences.visited(visits);
    choice.best
}

/// The best place so far.
struct Choice {
    best: Option<Place>,
    /// A longer path is of no use.
    most: i64,
    /// How many places have been as good as the best one.
    equals: usize,
}

impl Choice {
    /// Looks at the places on a processor at which the task closes no cycle, from the first to the last; returns their
    /// number.
    fn on(&mut self, sequences: &Sequences<'_>, removed: &Removed, pe: usize, random: &mut Lcg) -> usize {
        let task = removed.task;
        let cost = sequences.instance.cost(task, pe);
        let (ready, tail) = (sequences.data_ready(task, pe), sequences.data_tail(task, pe));
        let (mut before, mut visits) = (sequences.frame(pe), 1);
        loop {
            let start = ready.max(sequences.end(before));
            if start + cost + tail > self.most || !sequences.may_follow(task, before) {
                // Nor is there a better place behind.
                return visits;
            }
            let after = sequences.after(before);
            let length = start + cost + tail.max(sequences.span(after));
            if length <= self.most && (pe, before) != removed.from && sequences.may_precede(task, after) {
                self.take(Place { length, pe, before }, random);
            }
            if sequences.is_frame(after) {
                return visits;
            }
            (before, visits) = (after, visits + 1);
        }
    }

    fn take(&mut self, place: Place, random: &mut Lcg) {
        let is_shorter = self.best.is_none_or(|best| place.length < best.length);
        self.equals = if is_shorter { 1 } else { self.equals + 1 };
        if is_shorter || random.below(self.equals) == 0 {
            (self.best, self.most) = (Some(place), place.length);
        }
    }
}
