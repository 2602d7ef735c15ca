//! The listener of the rig: events with their cycles, in order.

use hws_model::{Event, EventSink};
use hws_types::Cycle;

/// One event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedEvent {
    /// The cycle it carries.
    pub cycle: u64,
    /// What happened.
    pub event: Event,
}

/// Everything that happened.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    events: Vec<RecordedEvent>,
    taken: usize,
}

impl EventSink for Recorder {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.events.push(RecordedEvent { cycle: cycle.0, event });
    }
}

impl Recorder {
    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    pub(super) fn since(&self, first: usize) -> &[RecordedEvent] {
        &self.events[first..]
    }

    pub(super) fn of_cycle(&self, cycle: u64) -> Vec<Event> {
        self.events.iter().filter(|recorded| recorded.cycle == cycle).map(|recorded| recorded.event).collect()
    }

    pub(super) fn take(&mut self) -> Vec<RecordedEvent> {
        let new = self.events[self.taken..].to_vec();
        self.taken = self.events.len();
        new
    }
}
