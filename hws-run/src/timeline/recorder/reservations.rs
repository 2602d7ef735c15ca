//! The reservations, from the events.

use hws_types::{Cycle, Entry, EntryMask, SipMask};

use super::kept::KeptSums;
use super::runs::Lanes;
use crate::timeline::{Reservation, ReservationOutcome};

/// All reservations.
#[derive(Clone, Debug, Default)]
pub(super) struct Reservations {
    open: [Option<Reservation>; Entry::COUNT],
    /// The entries with an open one.
    reserving: EntryMask,
    ended: Vec<Reservation>,
    /// If totals are wanted.
    sums: Option<Box<KeptSums>>,
    is_listed: bool,
}

impl Reservations {
    /// Lists them, too.
    pub(super) fn listed(self) -> Self {
        Self { is_listed: true, ..self }
    }

    /// Adds them up, too.
    pub(super) fn added_up(self) -> Self {
        Self { sums: Some(Box::default()), ..self }
    }

    /// The SIPs reserved now.
    pub(super) fn sips(&self) -> SipMask {
        self.reserving.iter().fold(SipMask::EMPTY, |sips, entry| sips | self.of(entry))
    }

    /// The entries that have reserved one of these SIPs.
    pub(super) fn keepers(&self, sips: SipMask) -> impl Iterator<Item = Entry> {
        self.reserving.iter().filter(move |&entry| self.of(entry).intersects(sips))
    }

    /// The SIPs reserved for an entry.
    pub(super) fn of(&self, entry: Entry) -> SipMask {
        self.open[entry.index()].map_or(SipMask::EMPTY, |open| open.sips)
    }

    /// The totals, if they are wanted.
    pub(super) fn sums_mut(&mut self) -> Option<&mut KeptSums> {
        self.sums.as_deref_mut()
    }

    pub(super) fn promoted(&mut self, at: Cycle, entry: Entry, kernel: u32, sips: SipMask) {
        let open = Reservation { kernel, sips, from: at, to: at, outcome: ReservationOutcome::Open };
        self.open[entry.index()] = Some(open);
        self.reserving = self.reserving.with(entry);
        if let Some(sums) = &mut self.sums {
            sums.begun(entry, open);
        }
    }

    pub(super) fn launched(&mut self, at: Cycle, entry: Entry, lanes: &Lanes) {
        self.close(at, entry, ReservationOutcome::Launched, lanes);
    }

    pub(super) fn cancelled(&mut self, at: Cycle, entry: Entry, lanes: &Lanes) {
        self.close(at, entry, ReservationOutcome::Cancelled, lanes);
    }

    /// A reset, which has interrupted all runs.
    pub(super) fn reset(&mut self, at: Cycle) {
        self.end(at, ReservationOutcome::Dropped);
    }

    /// By start, then kernel; and the totals, if these were wanted. All runs have ended.
    pub(super) fn all(mut self, end: Cycle) -> (Vec<Reservation>, Option<KeptSums>) {
        self.end(end, ReservationOutcome::Open);
        self.ended.sort_by_key(|reservation| (reservation.from, reservation.kernel));
        (self.ended, self.sums.map(|sums| *sums))
    }

    fn end(&mut self, at: Cycle, outcome: ReservationOutcome) {
        Entry::all().for_each(|entry| self.close(at, entry, outcome, &Lanes::default()));
        if let Some(sums) = &mut self.sums {
            sums.settle_all();
        }
    }

    fn close(&mut self, at: Cycle, entry: Entry, outcome: ReservationOutcome, lanes: &Lanes) {
        let Some(open) = self.open[entry.index()].take() else { return };
        self.reserving = self.reserving.without(entry);
        let ended = Reservation { to: at, outcome, ..open };
        if let Some(sums) = &mut self.sums {
            sums.ended(entry, ended, lanes);
        }
        if self.is_listed {
            self.ended.push(ended);
        }
    }
}
