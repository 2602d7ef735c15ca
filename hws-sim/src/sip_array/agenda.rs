//! The reports that are to come, by their cycles.
//!
//! The SIPs of a block start together and end together, so that there are far fewer cycles than reports: the next one is found
//! without looking at each SIP.

use hws_types::{Cycle, Sip, SipMask};

/// The latest cycle first, so that the next one is taken from the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda(Vec<Reports>);

/// The reports of one cycle, at least one: first all pre-completes, then all completes, each in ascending SIP order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reports {
    pub(super) at: Cycle,
    pub(super) pre_complete: SipMask,
    pub(super) complete: SipMask,
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

    /// The next reports, if they are due at `cycle` or before.
    #[inline]
    pub(super) fn due(&self, cycle: Cycle) -> Option<Reports> {
        self.0.last().filter(|reports| reports.at <= cycle).copied()
    }

    /// Takes pre-completes, or the completes, of these SIPs from the next reports.
    #[inline]
    pub(super) fn take(&mut self, pre_complete: SipMask, complete: SipMask) {
        if let Some(reports) = self.0.last_mut() {
            reports.pre_complete -= pre_complete;
            reports.complete -= complete;
            if reports.is_empty() {
                self.0.pop();
            }
        }
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
