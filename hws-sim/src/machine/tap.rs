//! The event sink of the HWS: it passes every event to the resolver and to the observer.

use hws_model::{Decision, Event, EventSink, FailedAttempts, Survey};
use hws_types::Cycle;

use crate::hdr::Hdr;

/// Passes every event on, and notes those that concern the SIPs.
pub(super) struct Tap<'a, S> {
    observer: &'a mut S,
    hdr: Option<&'a mut Hdr>,
    /// A soft reset was forced, which resets the SIPs, too.
    pub(super) are_sips_reset: bool,
    /// A command entered the MDMA FIFO.
    pub(super) has_command: bool,
}

impl<'a, S> Tap<'a, S> {
    pub(super) fn new(observer: &'a mut S, hdr: Option<&'a mut Hdr>) -> Self {
        Self { observer, hdr, are_sips_reset: false, has_command: false }
    }
}

impl<S: EventSink> EventSink for Tap<'_, S> {
    #[inline]
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.are_sips_reset |= matches!(event, Event::SoftReset { forced: true });
        self.has_command |= matches!(event, Event::Mdma(_));
        if let Some(hdr) = &mut self.hdr {
            hdr.event(cycle, event);
        }
        self.observer.event(cycle, event);
    }

    #[inline]
    fn latch(&mut self, cycle: Cycle, decision: &dyn Fn() -> Decision) {
        self.observer.latch(cycle, decision);
    }

    #[inline]
    fn survey(&mut self, cycle: Cycle, survey: &dyn Fn() -> Survey) {
        self.observer.survey(cycle, survey);
    }

    #[inline]
    fn takes_failures_at_once(&self) -> bool {
        self.observer.takes_failures_at_once()
    }

    #[inline]
    fn takes_these_at_once(&self, attempts: FailedAttempts, survey: &dyn Fn() -> Survey) -> bool {
        self.observer.takes_these_at_once(attempts, survey)
    }

    #[inline]
    fn failed(&mut self, attempts: FailedAttempts) {
        self.observer.failed(attempts);
    }
}
