//! Local search: moves one critical task at a time to another place in the sequences of the processors.
//!
//! A task on a critical path is taken out and put where the longest path of the whole graph becomes shortest (the neighbourhood of
//! Dell'Amico and Trubian, 1993). A move may lengthen the schedule by a tolerance that falls from the mean cost of a
//! task to 0 as the effort is used up. The task, and the choice among equally good places, come from a linear
//! congruential generator with a fixed start.

mod insertion;
mod order;
mod sequences;

use super::instance::Instance;
use super::lcg::Lcg;
use super::partial::{Placement, makespan};
use insertion::Place;
use sequences::{Removed, Sequences};

/// The search from one schedule.
pub(super) struct Search<'a> {
    instance: &'a Instance,
    sequences: Sequences<'a>,
    random: Lcg,
    /// The tasks of a critical path.
    path: Vec<usize>,
    shortest: Vec<Placement>,
}

impl<'a> Search<'a> {
    pub(super) fn new(instance: &'a Instance, from: &[Placement]) -> Self {
        let sequences = Sequences::new(instance, from);
        Self { instance, sequences, random: Lcg::default(), path: Vec::new(), shortest: from.to_vec() }
    }

    /// Returns the shortest schedule found until `visits` tasks have been visited, or one as short as `lower` is found.
    pub(super) fn improved(mut self, visits: usize, lower: i64) -> Vec<Placement> {
        let costs = self.instance.mean_costs();
        // The sum of all costs fits.
        let tolerance = costs.iter().sum::<i64>() / (costs.len() as i64).max(1);
        let mut record = makespan(&self.shortest);
        let mut current = self.sequences.makespan();
        while record > lower && self.sequences.visits() < visits {
            let left = (visits - self.sequences.visits()) as i128;
            let allowed = i128::from(tolerance) * left / visits as i128;
            let Some(next) = self.step(current.saturating_add(i64::try_from(allowed).unwrap_or(0))) else {
                continue;
            };
            current = next;
            if current < record {
                record = current;
                self.shortest = self.sequences.placements();
            }
        }
        self.shortest
    }

    /// Moves a critical task if the makespan becomes at most `allowed`; returns the new makespan.
    fn step(&mut self, allowed: i64) -> Option<i64> {
        let task = self.sequences.critical_task(&mut self.random, &mut self.path)?;
        let removed = self.sequences.remove(task);
        match self.place(&removed, allowed) {
            Some(place) => {
                self.sequences.insert(task, place.pe, place.before);
                Some(place.length.max(removed.rest))
            }
            None => {
                self.sequences.restore(removed);
                None
            }
        }
    }

    /// Returns the best place for a task that has been taken out, if there is one with which the makespan is at most `allowed`.
    fn place(&mut self, removed: &Removed, allowed: i64) -> Option<Place> {
        if removed.rest > allowed {
            return None;
        }
        self.sequences.complete(removed);
        insertion::best(&mut self.sequences, removed, allowed, &mut self.random)
    }
}
