//! The machine at a cycle, and the operations that were applied to it.

use hws_model::{Config, Hws};
use hws_sim::stimulus::{Op, Operation};
use hws_sim::{Machine, Observer};
use hws_types::Cycle;

/// A clone is a snapshot.
#[derive(Clone, Debug)]
pub(super) struct Present<O> {
    pub(super) machine: Machine<O>,
    applied: usize,
}

impl<O: Observer> Present<O> {
    /// Power-on, with the operations of cycle 0.
    pub(super) fn new(operations: &[Operation], observer: O) -> Self {
        let machine = Machine::new(Hws::new(Config::default()), observer);
        let mut present = Self { machine, applied: 0 };
        present.apply_due(operations);
        present
    }

    pub(super) fn cycle(&self) -> u64 {
        self.machine.cycle().0
    }

    /// Passes quiet time and, at most, one tick in which something may happen, up to the next operation and `limit`. Then
    /// the operations of that cycle are applied.
    pub(super) fn step(&mut self, operations: &[Operation], limit: u64) {
        let now = self.machine.cycle();
        let next = operations.get(self.applied).map_or(limit, |next| next.at.0);
        // A report precedes the tick of its cycle; no quiet time may follow its events in the same step.
        let reports = self.machine.next_due().is_some_and(|due| due <= now);
        let limit = if reports { now.0 + 1 } else { limit.min(next) };
        self.machine.short_step(Cycle(limit));
        self.apply_due(operations);
    }

    /// Goes forwards to a cycle, and applies its operations.
    pub(super) fn go(&mut self, operations: &[Operation], cycle: u64) {
        while let Some(next) = operations.get(self.applied).filter(|next| next.at.0 <= cycle) {
            self.machine.advance_to(next.at);
            self.apply_due(operations);
        }
        self.machine.advance_to(Cycle(cycle));
    }

    /// Applies the operations of the present cycle.
    fn apply_due(&mut self, operations: &[Operation]) {
        let now = self.machine.cycle();
        while let Some(operation) = operations.get(self.applied).filter(|next| next.at <= now) {
            if operation.op != Op::End {
                // A refusal is part of the run.
                let _ = self.machine.apply(&operation.op);
            }
            self.applied += 1;
        }
    }
}
