//! What happens on a machine, and what was done to it.

use hws_model::{Event, EventSink};
use hws_sim::stimulus::{Op, Operation, Target};
use hws_sim::{Digest, Observer, TraceLine, TraceListener};
use hws_types::{Cycle, HdrPush};

use crate::events::EventLog;

/// The observer of a machine.
#[derive(Debug)]
pub(super) struct Recorder {
    pub(super) log: EventLog,
    pub(super) operations: Vec<Operation>,
}

impl Recorder {
    pub(super) const fn new(log: EventLog) -> Self {
        Self { log, operations: Vec::new() }
    }

    fn lines(&mut self) -> TraceListener<impl FnMut(TraceLine)> {
        TraceListener(|line| self.log.add(line))
    }
}

impl EventSink for Recorder {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.log.event(cycle, event);
    }
}

impl Observer for Recorder {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.operations.push(Operation { at, op: op.clone() });
    }

    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.lines().read(at, target, value);
    }

    fn bus_error(&mut self, at: Cycle, target: Target) {
        self.lines().bus_error(at, target);
    }

    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        self.lines().hdr_refused(at, push);
    }

    fn end(&mut self, at: Cycle, state: Digest) {
        self.lines().end(at, state);
    }
}
