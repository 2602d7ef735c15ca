//! The step in which one SIP completes and nothing else happens: most steps are of this kind.
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

#[cfg(test)]
mod tests {
    use hws_model::{Config, FailedAttempts};
    use hws_types::{Rule, SipMask};

    use super::*;
    use crate::check::gaps::Gaps;
    use crate::check::violation::{Invariant, Resource, Violation};

    const LAST: (u32, u32) = (9, 7);
    const OF_TWO: (u32, u32) = (2, 5);

    /// Launch 5 runs on SIPs 2 and 3, behind it launch 6 waits on SIP 3; launch 7 runs on SIP 9 and holds VCs. Launches 8 and 9,
    /// on SIP 10 and on SIPs 11 and 12, send messages.
    fn judge() -> Judge {
        let mut view = View::new(&Hws::new(Config::default()));
        for (id, sips, out_mih) in
            [(5, 0b1100, false), (7, 1 << 9, false), (8, 1 << 10, true), (9, 0b11 << 11, true)]
        {
            view.launches[id] =
                Some(LaunchView { mask: SipMask(sips), block_id: 3, out_mih, ..LaunchView::default() });
            for sip in SipMask(sips).iter() {
                view.sips[sip.index()] = running(id as u32);
            }
        }
        view.launches[6] = Some(LaunchView { mask: SipMask(0b1000), ..LaunchView::default() });
        view.sips[3].pending = LaunchId::new(6);
        view.sips[2].reserved_for = 4;
        let mut judge = Judge::attached(&view);
        judge.verdict = Default::default();
        judge.tables_hold = true;
        judge.counted.books.hold_vcs(LaunchId::wrapping(7), 0b110);
        judge.before.vc_free = [!0b1110, !0b1];
        judge
    }

    fn running(id: u32) -> SipView {
        SipView { running: LaunchId::new(id), ..SipView::default() }
    }

    fn completion(judge: &Judge, (sip, id): (u32, u32)) -> Option<Completion> {
        judge.completion(Sip::wrapping(sip), LaunchId::wrapping(id), Cycle(0))
    }

    #[test]
    fn a_report_frees_its_sip_or_starts_what_waits_there() {
        let judge = judge();
        let first = completion(&judge, OF_TWO).unwrap();
        assert_eq!(first.place, SipView { reserved_for: 4, ..SipView::default() });
        assert_eq!(completion(&judge, (3, 5)).unwrap().place, running(6));
        let launch =
            LaunchView { mask: SipMask(0b1100), done: SipMask(0b100), block_id: 3, ..LaunchView::default() };
        assert_eq!((first.launch, first.vc_free), (Some(launch), judge.before.vc_free));
    }

    #[test]
    fn the_last_report_of_a_launch_ends_it_and_gives_back_its_vcs() {
        let last = completion(&judge(), LAST).unwrap();
        assert_eq!((last.place, last.launch, last.vc_free), (SipView::default(), None, [!0b1000, !0b1]));
    }

    #[test]
    fn a_message_has_to_follow_the_last_report_only() {
        assert!(completion(&judge(), (10, 8)).is_none());
        assert!(completion(&judge(), (11, 9)).is_some());
    }

    /// What makes a report one that has to be judged as any other step is.
    type Unfit = fn(&mut Judge);

    #[test]
    fn a_report_that_is_wrong_or_after_which_more_has_to_follow_is_judged_as_any_other_step() {
        let unfit: [Unfit; 9] = [
            |judge| judge.before.sips[9].running = LaunchId::new(8),
            |judge| judge.counted.books.live[7].as_mut().unwrap().done = SipMask(1 << 9),
            |judge| judge.counted.books.live[7] = None,
            |judge| judge.verdict.cycles = Cycle(1),
            |judge| {
                let (it, how) = (Resource::Named("it"), "is wrong".to_owned());
                judge.verdict.note(Violation::new(Invariant::I1, Cycle(0), it, how, Rule::Scheduler1));
            },
            |judge| judge.tables_hold = false,
            |judge| judge.failed = Some(FailedAttempts { first: Cycle(0), count: 2 }),
            |judge| judge.gaps = Gaps::of(&judge.before),
            |judge| {
                let launch = judge.counted.books.live[8].as_ref().unwrap().launch;
                judge.counted.messages.block_finished(launch, None);
            },
        ];
        assert!(completion(&judge(), LAST).is_some());
        for (place, change) in unfit.into_iter().enumerate() {
            let mut judge = judge();
            change(&mut judge);
            assert!(completion(&judge, LAST).is_none(), "change {place}");
        }
    }
}
