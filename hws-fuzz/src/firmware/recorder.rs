//! Keeps the operations of a run, so that a failure can be replayed.

use hws_model::{Event, EventSink};
use hws_sim::Observer;
use hws_sim::stimulus::{Op, Operation};
use hws_types::Cycle;

/// The operations so far.
#[derive(Debug, Default)]
pub(super) struct Recorder(pub(super) Vec<Operation>);

impl EventSink for Recorder {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}
}

impl Observer for Recorder {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.0.push(Operation { at, op: op.clone() });
    }
}
