//! States that were kept on the way, to go back to.

use std::collections::BTreeMap;

use hws_sim::Observer;

use super::present::Present;

/// The most snapshots; a machine takes some 100 kB and the words of shared memory.
const MOST: u64 = 64;
const LEAST_DISTANCE: u64 = 500;

/// Snapshots, one for each stretch of a fixed number of cycles.
#[derive(Debug)]
pub(super) struct Snapshots<O> {
    start: Present<O>,
    distance: u64,
    /// By stretch.
    kept: BTreeMap<u64, Present<O>>,
}

impl<O: Observer + Clone> Snapshots<O> {
    pub(super) fn new(start: &Present<O>, end: u64) -> Self {
        Self { start: start.clone(), distance: (end / MOST).max(LEAST_DISTANCE), kept: BTreeMap::new() }
    }

    /// The beginning of the next stretch if it has no snapshot.
    pub(super) fn next_after(&self, cycle: u64) -> Option<u64> {
        let next = cycle / self.distance + 1;
        if self.kept.contains_key(&next) { None } else { next.checked_mul(self.distance) }
    }

    /// Keeps the state if it is the first one in its stretch.
    pub(super) fn keep(&mut self, present: &Present<O>) {
        let (stretch, into) = (present.cycle() / self.distance, present.cycle() % self.distance);
        if into == 0 {
            self.kept.entry(stretch).or_insert_with(|| present.clone());
        }
    }

    /// The last one that is not after a cycle.
    pub(super) fn before(&self, cycle: u64) -> &Present<O> {
        self.kept.range(..=cycle / self.distance).next_back().map_or(&self.start, |(_, kept)| kept)
    }
}
