//! The reports that are to come, by their cycles.
//!
//! The SIPs of a block start together and end together, so that there are far fewer cycles than reports: the next one is found
//! without looking at each SIP.

use hws_types::{Cycle, Sip, SipMask};

/// The latest cycle first, so that the next one is taken from the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda(Vec<Reports>);

/// The reports of one cycle, at least one.
#[derive(Clone, Copy, Debug)]
struct Reports {
    at: Cycle,
    pre_complete: SipMask,
    complete: SipMask,
}

/// A report that is due.
pub(super) enum Due {
    PreComplete(Sip),
    /// With the cycle of the report.
    Complete(Sip, Cycle),
}

/// What would happen then never happens.
const NEVER: Cycle = Cycle(u64::MAX);

impl Agenda {
    /// The cycle of the next report.
    pub(super) fn next(&self) -> Option<Cycle> {
        self.0.last().map(|reports| reports.at)
    }

    /// The SIPs, at least one, announce their ends in this cycle.
    pub(super) fn add_pre_complete(&mut self, at: Cycle, sips: SipMask) {
        if at != NEVER {
            self.of(at).pre_complete |= sips;
        }
    }

    /// The runs of the SIPs, at least one, end in this cycle.
    #[inline]
    pub(super) fn add_complete(&mut self, at: Cycle, sips: SipMask) {
        if at != NEVER {
            self.of(at).complete |= sips;
        }
    }

    /// Takes the next report due at `cycle` or before: first all pre-completes, then all completes, each in ascending SIP
    /// order.
    #[inline]
    pub(super) fn take(&mut self, cycle: Cycle) -> Option<Due> {
        let reports = self.0.last_mut().filter(|reports| reports.at <= cycle)?;
        let at = reports.at;
        let due = if let Some(sip) = reports.pre_complete.first() {
            reports.pre_complete -= sip.mask();
            Due::PreComplete(sip)
        } else {
            let sip = reports.complete.first()?;
            reports.complete -= sip.mask();
            Due::Complete(sip, at)
        };
        if reports.is_empty() {
            self.0.pop();
        }
        Some(due)
    }

    /// Removes the reports of a SIP.
    pub(super) fn remove(&mut self, sip: Sip) {
        self.0.retain_mut(|reports| {
            reports.pre_complete -= sip.mask();
            reports.complete -= sip.mask();
            !reports.is_empty()
        });
    }

    /// The reports of a cycle, to which one is added.
    #[inline]
    fn of(&mut self, at: Cycle) -> &mut Reports {
        let later = self.0.iter().rposition(|reports| reports.at >= at);
        let place = match later.filter(|&place| self.0[place].at == at) {
            Some(place) => place,
            None => self.insert(later.map_or(0, |place| place + 1), at),
        };
        &mut self.0[place]
    }

    fn insert(&mut self, place: usize, at: Cycle) -> usize {
        self.0.insert(place, Reports { at, pre_complete: SipMask::EMPTY, complete: SipMask::EMPTY });
        place
    }
}

impl Reports {
    fn is_empty(&self) -> bool {
        (self.pre_complete | self.complete).is_empty()
    }
}
