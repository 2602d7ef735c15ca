//! The machine at a cycle, and the operations that were applied to it.

use hws_model::{Config, Hws};
use hws_sim::Machine;
use hws_sim::stimulus::{Op, Operation};
use hws_types::Cycle;

use super::log::Log;

/// A clone is a snapshot.
#[derive(Clone, Debug)]
pub(super) struct Present {
    pub(super) machine: Machine<Log>,
    applied: usize,
}

/// Power-on, before any operation.
impl Default for Present {
    fn default() -> Self {
        Self { machine: Machine::new(Hws::new(Config::default()), Log::default()), applied: 0 }
    }
}

impl Present {
    pub(super) fn cycle(&self) -> u64 {
        self.machine.cycle().0
    }

    /// What happened in the last advance.
    pub(super) fn log(&self) -> &Log {
        self.machine.observer()
    }

    /// Passes quiet time and, at most, one tick in which something may happen, up to the next operation and `limit`. Then
    /// the operations of that cycle are applied.
    pub(super) fn advance(&mut self, operations: &[Operation], limit: u64) {
        self.machine.observer_mut().begin();
        let now = self.machine.cycle();
        let next = operations.get(self.applied).map_or(limit, |next| next.at.0);
        // A report precedes the tick of its cycle; no quiet time may follow its events in the same step.
        let reports = self.machine.next_due().is_some_and(|due| due <= now);
        let limit = if reports { now.0 + 1 } else { limit.min(next) };
        self.machine.short_step(Cycle(limit));
        self.apply_due(operations);
    }

    /// Applies the operations of the present cycle.
    pub(super) fn apply_due(&mut self, operations: &[Operation]) {
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
