//! The reserved SIPs, and the size of the blocks for which they are reserved (scheduler.md §6.6).
//!
//! Invariant: `all` is the disjoint union of the reserved masks of the R-tasks.

use hws_types::{Sip, SipMask, ThreadNum};

/// RESERVED_SIP_MASK and RSV_THREAD_NUM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Reservations {
    all: SipMask,
    threads: [Option<ThreadNum>; Sip::COUNT],
}

impl Reservations {
    pub(crate) const fn none() -> Self {
        Self { all: SipMask::EMPTY, threads: [None; Sip::COUNT] }
    }

    /// `reserved_all`.
    pub(crate) const fn all(&self) -> SipMask {
        self.all
    }

    /// RSV_THREAD_NUM of a SIP; `None` when it is not reserved.
    pub(crate) const fn threads(&self, sip: Sip) -> Option<ThreadNum> {
        self.threads[sip.index()]
    }

    pub(crate) fn reserve(&mut self, sips: SipMask, threads: ThreadNum) {
        self.all |= sips;
        self.note(sips, Some(threads));
    }

    pub(crate) fn release(&mut self, sips: SipMask) {
        self.all -= sips;
        self.note(sips, None);
    }

    fn note(&mut self, sips: SipMask, threads: Option<ThreadNum>) {
        sips.iter().for_each(|sip| self.threads[sip.index()] = threads);
    }
}
