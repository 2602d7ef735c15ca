//! A stimulus with the machine at one of its cycles, forwards and back in time.

mod present;
mod snapshots;

use hws_sim::stimulus::Operation;
use hws_sim::{Machine, Observer};

use present::Present;
use snapshots::Snapshots;

/// The operations of a stimulus, and the machine at one of its cycles.
///
/// The present state is that before the tick of the present cycle, with all operations of that cycle applied: the state that
/// `hws replay --digest` reports if the stimulus ends there. It does not depend on the way to it. Time goes back through
/// snapshots, which are taken on the way forwards; their number is bounded.
#[derive(Debug)]
pub struct Rewind<O> {
    operations: Vec<Operation>,
    end: u64,
    present: Present<O>,
    snapshots: Snapshots<O>,
}

impl<O: Observer + Clone> Rewind<O> {
    /// Begins in cycle 0 of a stimulus, which ends with its last operation. The observer belongs to the state: back in time
    /// it is as it was.
    #[must_use]
    pub fn new(operations: Vec<Operation>, observer: O) -> Self {
        let end = operations.last().map_or(0, |last| last.at.0);
        let present = Present::new(&operations, observer);
        let snapshots = Snapshots::new(&present, end);
        Self { operations, end, present, snapshots }
    }

    /// Returns the present cycle.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.present.cycle()
    }

    /// Returns the last cycle.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// Returns the number of operations of the stimulus.
    #[must_use]
    pub fn operations(&self) -> usize {
        self.operations.len()
    }

    /// Returns the machine in the present state.
    #[must_use]
    pub const fn machine(&self) -> &Machine<O> {
        &self.present.machine
    }

    /// Returns the observer, to be changed.
    pub fn observer_mut(&mut self) -> &mut O {
        self.present.machine.observer_mut()
    }

    /// Passes quiet time and, at most, one tick in which something may happen, up to the next operation and `limit`. Then
    /// the operations of that cycle are applied. Ends earlier where a snapshot is due.
    pub fn step(&mut self, limit: u64) {
        let limit = self.snapshots.next_after(self.cycle()).map_or(limit, |next| limit.min(next));
        self.present.step(&self.operations, limit);
        self.snapshots.keep(&self.present);
    }

    /// Goes to a cycle, the last one at most.
    pub fn seek(&mut self, cycle: u64) {
        let cycle = cycle.min(self.end);
        self.approach(cycle);
        while let Some(stop) = self.snapshots.next_after(self.cycle()).filter(|&stop| stop < cycle) {
            self.present.go(&self.operations, stop);
            self.snapshots.keep(&self.present);
        }
        self.present.go(&self.operations, cycle);
    }

    /// Goes to the snapshot before a cycle if that is behind the present one, or nearer.
    pub fn approach(&mut self, cycle: u64) {
        let here = self.cycle();
        if cycle < here || self.snapshots.before(cycle).cycle() > here {
            self.restore(cycle);
        }
    }

    /// Goes to the last snapshot that is not after a cycle.
    pub fn restore(&mut self, cycle: u64) {
        self.present = self.snapshots.before(cycle).clone();
    }
}
