//! The totals of reservations, added up during the run.
//!
//! A reservation counts when every run on its SIPs that was launched before its end has ended. Until then it is unsettled: there
//! are no more of these than the Ready Station has entries, and blocks that were launched early.

use hws_types::Entry;

use super::runs::Lanes;
use crate::timeline::reserved::ReservedUse;
use crate::timeline::{Reservation, ReservationSums, SipRun};

/// The totals.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptSums {
    sums: ReservationSums,
    /// In the order of their promotion.
    unsettled: Vec<Unsettled>,
}

/// A reservation of which not everything is known.
#[derive(Clone, Copy, Debug)]
struct Unsettled {
    /// Its entry; none if it has ended.
    open: Option<Entry>,
    kept: Reservation,
    reserved: ReservedUse,
    /// Once it has ended: the runs launched before its end that have not ended.
    outstanding: usize,
}

impl Unsettled {
    /// Whether a run was launched on its SIPs before it ended.
    fn precedes_end(&self, run: &SipRun) -> bool {
        self.kept.sips.intersects(run.sip.mask()) && (self.open.is_some() || run.launched < self.kept.to)
    }
}

impl KeptSums {
    pub(super) fn begun(&mut self, entry: Entry, kept: Reservation) {
        let reserved = ReservedUse::since(kept.from);
        self.unsettled.push(Unsettled { open: Some(entry), kept, reserved, outstanding: 0 });
    }

    pub(super) fn ended(&mut self, entry: Entry, kept: Reservation, lanes: &Lanes) {
        if let Some(open) = self.unsettled.iter_mut().find(|one| one.open == Some(entry)) {
            (open.open, open.kept) = (None, kept);
            open.outstanding = kept.sips.iter().map(|sip| lanes.launched_before(sip, kept.to)).sum();
        }
        self.settle();
    }

    /// A run has ended.
    pub(super) fn ran(&mut self, run: &SipRun) {
        let mut settles = false;
        for one in self.unsettled.iter_mut().filter(|one| one.precedes_end(run)) {
            let to = if one.open.is_some() { run.to } else { one.kept.to };
            if run.to > one.kept.from {
                one.reserved.add(run, one.kept.from, to);
            }
            if one.open.is_none() {
                one.outstanding = one.outstanding.saturating_sub(1);
                settles |= one.outstanding == 0;
            }
        }
        if settles {
            self.settle();
        }
    }

    /// The kernel for which the SIP of a run that has just ended was reserved when it was launched.
    pub(super) fn holder(&self, run: &SipRun) -> Option<u32> {
        let of_run = self.unsettled.iter().find(|one| one.precedes_end(run));
        of_run.map(|one| one.kept).filter(|kept| kept.from <= run.launched).map(|kept| kept.kernel)
    }

    /// A block was launched on SIPs reserved for this kernel.
    pub(super) fn backfilled(&mut self, holder: u32) {
        *self.sums.backfilled.entry(holder).or_default() += 1;
    }

    /// No run is left.
    pub(super) fn settle_all(&mut self) {
        self.unsettled.iter_mut().for_each(|one| one.outstanding = 0);
        self.settle();
    }

    pub(super) fn sums(self) -> ReservationSums {
        self.sums
    }

    fn settle(&mut self) {
        let sums = &mut self.sums;
        self.unsettled.retain(|one| {
            let is_settled = one.open.is_none() && one.outstanding == 0;
            if is_settled {
                sums.add(&one.kept, &one.reserved);
            }
            !is_settled
        });
    }
}
