//! The events of the model since the last comparison.

use hws_model::{ErrorBit, Event, EventSink};
use hws_types::Cycle;

use crate::lane::LaneEvent;

/// The events of one edge or tick.
#[derive(Clone, Debug, Default)]
pub(super) struct EventLog {
    events: Vec<Event>,
    /// The cycle of the last soft reset.
    reset: Option<u64>,
    lanes: Vec<LaneEvent>,
}

impl EventLog {
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.reset = None;
        self.lanes.clear();
    }

    pub(super) fn lanes(&self) -> &[LaneEvent] {
        &self.lanes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Event> {
        self.events.iter()
    }

    pub(super) fn all(&self) -> &[Event] {
        &self.events
    }

    /// The cycle of a soft reset.
    pub(super) fn soft_reset(&self) -> Option<u64> {
        self.reset
    }

    /// Whether a soft reset was forced.
    pub(super) fn is_forced_reset(&self) -> bool {
        self.iter().any(|event| matches!(event, Event::SoftReset { forced: true }))
    }

    /// Whether a write was ignored because of its value, or because the state does not allow it.
    pub(super) fn has_refused_write(&self) -> bool {
        self.iter().any(|event| matches!(event, Event::Error { bit: ErrorBit::Cfg, .. }))
    }

    /// Whether a report was accepted.
    pub(super) fn has_report(&self) -> bool {
        self.iter().any(|event| matches!(event, Event::Complete { .. } | Event::PreComplete { .. }))
    }
}

impl EventSink for EventLog {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.lanes.extend(LaneEvent::new(&event));
        if matches!(event, Event::SoftReset { .. }) {
            self.reset = Some(cycle.0);
        }
        self.events.push(event);
    }
}
