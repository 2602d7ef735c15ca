//! The step in which one SIP completes and nothing else happens: most steps are such.
//!
//! If every clause held before, and the state is the one that such a report has to lead to, then every clause holds again. So it
//! is enough to compare what the report may have changed with what it has to have changed. If they differ, the step is judged
//! as any other, which tells what is wrong, if anything is.

use hws_model::Hws;
use hws_types::{Cycle, Die, LaunchId, Sip};

use super::Judge;
use crate::check::i13::die_of;
use crate::check::view::{Fingerprint, LaunchView, SipView, View, vc_pools};

/// What a complete report has to change.
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Completion {
    sip: Sip,
    id: LaunchId,
    place: SipView,
    /// None after the report of its last SIP.
    launch: Option<LaunchView>,
    vc_free: [u64; Die::COUNT],
}

impl Completion {
    /// Whether the registers of the SIP and of the launch, and the pools, show it.
    pub(in crate::check) fn is_shown_by(&self, hws: &Hws) -> bool {
        self.place.is_shown_by(hws, self.sip)
            && LaunchView::read(hws, self.id) == self.launch
            && vc_pools(hws) == self.vc_free
    }

    /// Whether the masks of SIPs show it, and nothing else has changed.
    pub(in crate::check) fn is_all_of(&self, before: &Fingerprint, now: &Fingerprint) -> bool {
        now.is_completed(before, self.sip, self.place.running.is_none())
    }
}

impl Judge {
    /// What a report of this SIP for this launch has to change; `None` if time has passed, if a clause does not hold, or if
    /// the report is wrong or has other effects.
    pub(in crate::check) fn completion(&self, sip: Sip, id: LaunchId, at: Cycle) -> Option<Completion> {
        let book = self.counted.books.live[id.index()].as_ref()?;
        let (place, launch) = (self.before.sips[sip.index()], self.before.launches[id.index()]?);
        let due = book.launch.sips - book.done;
        let is_last = due == sip.mask();
        let is_right = place.running == Some(id) && due.contains(sip.mask());
        if !is_right || (is_last && book.out_mih) || at != self.verdict.cycles || !self.is_settled() {
            return None;
        }
        let launch = (!is_last).then(|| LaunchView { done: launch.done | sip.mask(), ..launch });
        let mut vc_free = self.before.vc_free;
        if let Some(die) = die_of(book.launch.sips).filter(|_| is_last) {
            vc_free[die] |= book.vcs;
        }
        let place = SipView { running: place.pending, pending: None, ..place };
        Some(Completion { sip, id, place, launch, vc_free })
    }

    /// Whether every clause holds, and nothing is to follow from what has happened.
    fn is_settled(&self) -> bool {
        self.verdict.holds()
            && self.tables_hold
            && self.failed.is_none()
            && self.gaps.vcs() == [0; Die::COUNT]
            && self.counted.messages.owe_nothing()
    }

    /// Notes that nothing else has changed.
    pub(in crate::check) fn complete(&mut self, completion: &Completion, seen: &Fingerprint) {
        let Completion { sip, id, launch, .. } = *completion;
        self.before.complete(completion, seen);
        self.since_latch.sip(sip);
        self.since_latch.launch(id);
        self.since_latch.pools |= launch.is_none();
        self.verdict.states += 1;
        if launch.is_none() {
            self.end(id);
        } else if let Some(book) = self.counted.books.launch(id) {
            book.done |= sip.mask();
        }
    }
}

impl View {
    pub(in crate::check) fn complete(&mut self, completion: &Completion, seen: &Fingerprint) {
        let Completion { sip, id, place, launch, vc_free } = *completion;
        let remain = self.sips[sip.index()].remain;
        self.sips[sip.index()] = SipView { remain, ..place };
        self.launches[id.index()] = launch;
        self.vc_free = vc_free;
        self.follow_masks(seen);
    }
}
