//! The events since the last state.

use hws_model::Event;
use hws_types::{Cycle, LaunchId, Sip};

/// Events in their order, until the state after them is judged.
///
/// In most steps, a SIP reports and nothing else happens. That event is kept as what it consists of: to copy it as one of
/// the longest events takes longer than to make it again.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    report: Option<(Cycle, Sip, LaunchId)>,
    events: Vec<(Cycle, Event)>,
}

impl Heard {
    pub(super) fn is_empty(&self) -> bool {
        self.report.is_none() && self.events.is_empty()
    }

    #[inline]
    pub(super) fn push(&mut self, cycle: Cycle, event: Event) {
        match event {
            Event::Complete { sip, launch_id } if self.is_empty() => {
                self.report = Some((cycle, sip, launch_id));
            }
            event => self.push_behind(cycle, event),
        }
    }

    fn push_behind(&mut self, cycle: Cycle, event: Event) {
        self.events.extend(self.report());
        self.report = None;
        self.events.push((cycle, event));
    }

    /// The SIP and the launch of the event that is the only one and a report.
    pub(super) fn only_report(&self) -> Option<(Sip, LaunchId)> {
        self.report.map(|(_, sip, launch_id)| (sip, launch_id))
    }

    /// Forgets the only report.
    pub(super) fn forget(&mut self) {
        self.report = None;
    }

    /// The event that is the only one and a report.
    pub(super) fn report(&self) -> Option<(Cycle, Event)> {
        self.report.map(|(cycle, sip, launch_id)| (cycle, Event::Complete { sip, launch_id }))
    }

    /// Takes all others; to be given back by [`Self::reuse`].
    pub(super) fn take(&mut self) -> Vec<(Cycle, Event)> {
        self.report = None;
        std::mem::take(&mut self.events)
    }

    /// Keeps the memory of events that have been judged.
    pub(super) fn reuse(&mut self, mut events: Vec<(Cycle, Event)>) {
        events.clear();
        self.events = events;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(sip: u32) -> Event {
        Event::Complete { sip: Sip::wrapping(sip), launch_id: LaunchId::wrapping(40) }
    }

    #[test]
    fn events_stay_in_their_order() {
        let commit = Event::Commit { launched: true };
        for events in
            [vec![], vec![complete(3)], vec![complete(3), complete(4), commit], vec![commit, complete(3)]]
        {
            let mut heard = Heard::default();
            let events: Vec<_> = (7..).map(Cycle).zip(events).collect();
            events.iter().for_each(|&(cycle, event)| heard.push(cycle, event));
            assert_eq!(heard.is_empty(), events.is_empty());
            let report = heard.report();
            let others = heard.take();
            assert_eq!(report.iter().chain(&others).copied().collect::<Vec<_>>(), events);
            heard.reuse(others);
            assert!(heard.is_empty());
        }
    }
}
