//! A run as it is recorded: every operation and event, in their order.

use hws_model::{Event, EventSink, Hws};
use hws_sim::stimulus::{Op, Operation};
use hws_sim::{Digest, Observer};
use hws_types::Cycle;

/// An observer that keeps every operation and event of a run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Recording {
    /// The operations in order.
    pub operations: Vec<Operation>,
    /// The events in order.
    pub events: Vec<Heard>,
    /// The cycle of the last state shown.
    pub cycle: Cycle,
    /// The state at the end; none if the run did not reach it.
    pub state: Option<Digest>,
}

/// An event in a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The number of operations before it.
    pub operations: usize,
    /// Its cycle.
    pub cycle: Cycle,
    /// The event.
    pub event: Event,
}

/// The cycles that a stimulus goes on after the last state before a panic: more than a fuzz target lets pass at once.
const AFTERMATH: u64 = 1 << 13;

impl Recording {
    /// Adds the end, which a panic has prevented.
    pub(crate) fn complete(&mut self) {
        if self.operations.last().is_none_or(|last| last.op != Op::End) {
            self.operations.push(Operation { at: self.cycle.after(AFTERMATH), op: Op::End });
        }
    }
}

impl EventSink for Recording {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.events.push(Heard { operations: self.operations.len(), cycle, event });
    }
}

impl Observer for Recording {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.operations.push(Operation { at, op: op.clone() });
    }

    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        self.cycle = hws.cycle();
    }

    fn ended(&mut self, hws: &Hws) {
        self.state = Some(Digest::new(hws));
    }
}
