//! A snapshot in the course of a replay.

use hws_model::{Config, Event, EventSink, Hws, Snapshot};
use hws_sim::Observer;
use hws_types::Cycle;

/// Takes a snapshot when a replay from power-on reaches its cycle: before the operations and the tick of the cycle.
#[derive(Debug)]
pub struct SnapshotTaker {
    wanted: Option<u64>,
    taken: Option<Box<Snapshot>>,
}

impl SnapshotTaker {
    /// Creates an observer that takes a snapshot at this cycle, or none.
    #[must_use]
    pub fn new(wanted: Option<u64>) -> Self {
        // No step shows the state at power-on.
        let taken = (wanted == Some(0)).then(|| Box::new(Hws::new(Config::default()).snapshot()));
        Self { wanted, taken }
    }

    /// Returns the snapshot; none if the replay has not reached its cycle.
    #[must_use]
    pub fn into_snapshot(self) -> Option<Box<Snapshot>> {
        self.taken
    }
}

impl EventSink for SnapshotTaker {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}

    fn takes_failures_at_once(&self) -> bool {
        true
    }
}

impl Observer for SnapshotTaker {
    fn watches_state(&self) -> bool {
        self.wanted.is_some() && self.taken.is_none()
    }

    fn longest_step(&self, now: Cycle) -> u64 {
        self.wanted.map_or(u64::MAX, |wanted| wanted.saturating_sub(now.0))
    }

    fn settled(&mut self, hws: &Hws) {
        if self.taken.is_none() && self.wanted == Some(hws.cycle().0) {
            self.taken = Some(Box::new(hws.snapshot()));
        }
    }
}
