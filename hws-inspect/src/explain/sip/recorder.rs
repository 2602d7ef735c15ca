//! Observes a replay and records the use of one SIP.

use std::collections::BTreeMap;

use hws_model::{Decision, Event, EventSink, Hws};
use hws_regs::{LaunchInfo, RegId, RegIndex, Register, SipLaunch};
use hws_sim::Observer;
use hws_types::{Cycle, LaunchId, Sip, SipMask};

use super::why_idle::{in_attempt, without_attempt};
use super::{SipExplanation, SipSpan, SipTotals, SipUse, WhyIdle};
use crate::explain::clock::{Clock, Latch};
use crate::explain::reason::View;
use crate::explain::spans::{OpenSpan, Span};

/// The observer.
#[derive(Debug)]
pub(super) struct Recorder {
    sip: Sip,
    clock: Clock,
    latching: Option<Latch>,
    /// Why the attempt in flight leaves the SIP idle; `None` if the SIP was not idle at LATCH.
    judged: Option<WhyIdle>,
    /// kernel_id of each kernel_seq with launches.
    kernels: BTreeMap<u32, u32>,
    open: OpenSpan<SipUse>,
    spans: Vec<SipSpan>,
}

impl Recorder {
    pub(super) fn new(sip: Sip) -> Self {
        let mut open = OpenSpan::default();
        // The reset state; no span ends here.
        let _ = open.set(Cycle(0), SipUse::Idle(WhyIdle::NothingResident));
        Self {
            sip,
            clock: Clock::default(),
            latching: None,
            judged: None,
            kernels: BTreeMap::new(),
            open,
            spans: Vec::new(),
        }
    }

    pub(super) fn answer(mut self, end: Cycle) -> SipExplanation {
        let last = self.open.end(end);
        self.spans.extend(last.map(span));
        SipExplanation { sip: self.sip, end, totals: totals(&self.spans), spans: self.spans }
    }

    fn used(&self, hws: &Hws) -> SipUse {
        let is_in = |id: RegId| SipMask(hws.peek(id)).contains(self.sip.mask());
        if !is_in(RegId::SipPresentMask) {
            SipUse::Absent
        } else if is_in(RegId::HrmFwOwned) {
            SipUse::Owned
        } else if is_in(RegId::SipIdleMask) {
            SipUse::Idle(self.why_idle(hws))
        } else {
            self.running(hws)
        }
    }

    fn why_idle(&self, hws: &Hws) -> WhyIdle {
        match (hws.attempt(), &self.judged) {
            (None, _) => without_attempt(View { hws, decision: &hws.decide() }, self.sip),
            (Some(_), Some(why)) => why.clone(),
            (Some(_), None) => WhyIdle::InFlight,
        }
    }

    fn running(&self, hws: &Hws) -> SipUse {
        let launches = SipLaunch::from_bits(hws.peek(SipLaunch::id(RegIndex::wrapping(self.sip.get()))));
        let kernel = |launch: u32| {
            let seq = hws.peek(RegId::LaunchKernelSeq(RegIndex::wrapping(launch)));
            self.kernels.get(&seq).copied().unwrap_or_default()
        };
        let info = LaunchInfo::from_bits(hws.peek(LaunchInfo::id(RegIndex::wrapping(launches.running()))));
        SipUse::Running {
            launch_id: LaunchId::wrapping(launches.running()),
            kernel_id: kernel(launches.running()),
            block: info.block_id() as u16,
            pending: launches.pending_valid().then(|| kernel(launches.pending())),
        }
    }
}

fn span(span: Span<SipUse>) -> SipSpan {
    SipSpan { from: span.from, to: span.to, used: span.value }
}

fn totals(spans: &[SipSpan]) -> SipTotals {
    let mut totals = SipTotals::default();
    for span in spans {
        *match span.used {
            SipUse::Absent => &mut totals.absent,
            SipUse::Owned => &mut totals.owned,
            SipUse::Running { .. } => &mut totals.running,
            SipUse::Idle(WhyIdle::Reserved { .. }) => &mut totals.reserved,
            SipUse::Idle(_) => &mut totals.idle,
        } += span.to.since(span.from);
    }
    totals
}

impl EventSink for Recorder {
    fn event(&mut self, _at: Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => {
                self.kernels.insert(seq, kernel_id);
            }
            Event::SoftReset { .. } => {
                self.kernels.clear();
                (self.latching, self.judged) = (None, None);
            }
            _ => {}
        }
    }

    fn latch(&mut self, at: Cycle, decision: &dyn Fn() -> Decision) {
        self.latching = Some(Latch { at, decision: decision() });
    }
}

impl Observer for Recorder {
    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        let at = self.clock.settle(hws);
        if let Some(latch) = self.latching.take() {
            let is_idle = latch.decision.ready.contains(self.sip.mask())
                && SipMask(hws.peek(RegId::SipIdleMask)).contains(self.sip.mask());
            let view = View { hws, decision: &latch.decision };
            self.judged = is_idle.then(|| in_attempt(view, self.sip));
        }
        let ended = self.open.set(at, self.used(hws));
        self.spans.extend(ended.map(span));
    }
}
