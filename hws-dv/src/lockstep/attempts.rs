//! The states in which the model has latched its attempts, and why the RTL has decided otherwise.

use hws_model::Hws;
use hws_regs::{Promote, RegId, params};
use hws_types::{Entry, EventKind, SipMask};

use super::ModelDifference;
use super::events::EventLog;
use super::rule::first_different;
use crate::lane::LaneEvent;
use hws_inspect::explain::{Deviation, LaunchedSips, PromotionDeviation};
use hws_plain::EitherHws;

/// The attempt in flight and the one that the last tick committed, as the model was after their LATCH.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempts {
    in_flight: Option<Box<Hws>>,
    committed: Option<Box<Hws>>,
}

impl Attempts {
    pub(super) fn before_tick(&mut self, machine: &EitherHws) {
        let hws = machine.model();
        let commits = hws.attempt().is_some_and(|attempt| attempt.ticks_left == 1);
        // A comparison may begin with an attempt in flight.
        self.committed = commits.then(|| self.in_flight.take().unwrap_or_else(|| Box::new(hws.clone())));
    }

    pub(super) fn after_tick(&mut self, machine: &EitherHws) {
        let hws = machine.model();
        if is_at_latch(hws) {
            self.in_flight = Some(Box::new(hws.clone()));
        }
    }

    /// The state of the attempt that the last tick committed.
    pub(super) fn committed(&self) -> Option<&Hws> {
        self.committed.as_deref()
    }

    /// What leads to the decision of the RTL, if the first difference is a decision.
    pub(super) fn deviation(
        &self,
        differences: &[ModelDifference],
        hws: &Hws,
        log: &EventLog,
        rtl: &[Option<LaneEvent>],
    ) -> Option<Deviation> {
        let latched = self.committed().filter(|latched| is_at_latch(latched))?;
        let is_event = differences.first().is_some_and(|first| first.signal.starts_with("ev_"));
        let decides = |event: &LaneEvent| {
            matches!(event.kind(), Some(EventKind::Commit | EventKind::Launch | EventKind::Promote))
        };
        let first = first_different(rtl, log.lanes())?;
        // With an event that the dump does not show, nothing is known about the decision.
        let rtl: Vec<LaneEvent> = rtl.iter().copied().collect::<Option<_>>()?;
        let at_first = [rtl.get(first), log.lanes().get(first)];
        if !is_event || !at_first.into_iter().flatten().any(decides) {
            return None;
        }
        let launch = launched(&rtl);
        if launch != launched(log.lanes()) {
            return Deviation::from_launch(latched, launch);
        }
        Deviation::from_promotion(&PromotionDeviation {
            latched,
            promote: Promote::from_bits(hws.peek(RegId::Promote)),
            has_left: log.lanes().iter().any(|event| event.is(EventKind::KernelDone)),
            rtl: promoted(&rtl),
            model: promoted(log.lanes()),
        })
    }
}

fn is_at_latch(hws: &Hws) -> bool {
    hws.attempt().is_some_and(|attempt| attempt.ticks_left == params::ATTEMPT_CYCLES)
}

/// The launch of a COMMIT, with the SIPs of all blocks.
fn launched(events: &[LaneEvent]) -> Option<LaunchedSips> {
    let mut blocks = events.iter().filter(|event| event.is(EventKind::Launch));
    let [entry, .., sips] = blocks.next()?.words;
    let sips = blocks.fold(SipMask(sips), |sips, block| sips | SipMask(block.words[5]));
    Some(LaunchedSips { entry: Entry::new(entry)?, sips })
}

fn promoted(events: &[LaneEvent]) -> Option<Entry> {
    let promote = events.iter().find(|event| event.is(EventKind::Promote))?;
    Entry::new(promote.words[0])
}
