//! States that were kept on the way, to go back to.

use std::collections::BTreeMap;

use super::Present;

/// The most snapshots of a session; a machine takes some 100 kB.
const MOST: u64 = 64;

/// Snapshots at equal distances.
#[derive(Debug)]
pub(super) struct Snapshots {
    start: Present,
    distance: u64,
    kept: BTreeMap<u64, Present>,
}

impl Snapshots {
    pub(super) fn new(start: Present, end: u64) -> Self {
        Self { start, distance: (end / MOST).max(500), kept: BTreeMap::new() }
    }

    /// The next cycle after this one at which a snapshot is wanted and missing.
    pub(super) fn next_after(&self, cycle: u64) -> Option<u64> {
        let next = (cycle / self.distance + 1).checked_mul(self.distance)?;
        let is_known = self.kept.last_key_value().is_some_and(|(&last, _)| last >= next);
        if is_known { None } else { Some(next) }
    }

    /// Keeps the state.
    pub(super) fn keep(&mut self, present: &Present) {
        self.kept.insert(present.machine.cycle().0, present.clone());
    }

    /// The last one that is not after a cycle.
    pub(super) fn before(&self, cycle: u64) -> &Present {
        self.kept.range(..=cycle).next_back().map_or(&self.start, |(_, kept)| kept)
    }
}
