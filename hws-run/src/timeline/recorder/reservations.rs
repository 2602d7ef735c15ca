//! The reservations, from the events.

use hws_types::{Cycle, Entry, Sip, SipMask};

use crate::timeline::{Reservation, ReservationOutcome, SipRun};

/// All reservations.
#[derive(Clone, Debug, Default)]
pub(super) struct Reservations {
    open: [Option<Reservation>; Entry::COUNT],
    ended: Vec<Reservation>,
    /// The end of the last one of each SIP.
    last_ends: [Cycle; Sip::COUNT],
}

impl Reservations {
    /// The SIPs reserved now.
    pub(super) fn sips(&self) -> SipMask {
        self.open.iter().flatten().fold(SipMask::EMPTY, |sips, open| sips | open.sips)
    }

    /// The SIPs reserved for an entry.
    pub(super) fn of(&self, entry: Entry) -> SipMask {
        self.open[entry.index()].map_or(SipMask::EMPTY, |open| open.sips)
    }

    /// Whether a run that ends now overlaps, from its launch on, a reservation of its SIP.
    pub(super) fn overlap(&self, run: &SipRun) -> bool {
        self.sips().intersects(run.sip.mask()) || self.last_ends[run.sip.index()] > run.launched
    }

    pub(super) fn promoted(&mut self, at: Cycle, entry: Entry, kernel: u32, sips: SipMask) {
        let open = Reservation { kernel, sips, from: at, to: at, outcome: ReservationOutcome::Open };
        self.open[entry.index()] = Some(open);
    }

    pub(super) fn launched(&mut self, at: Cycle, entry: Entry) {
        self.close(at, entry, ReservationOutcome::Launched);
    }

    pub(super) fn cancelled(&mut self, at: Cycle, entry: Entry) {
        self.close(at, entry, ReservationOutcome::Cancelled);
    }

    pub(super) fn reset(&mut self, at: Cycle) {
        Entry::all().for_each(|entry| self.close(at, entry, ReservationOutcome::Dropped));
    }

    /// By start, then kernel.
    pub(super) fn all(mut self, end: Cycle) -> Vec<Reservation> {
        Entry::all().for_each(|entry| self.close(end, entry, ReservationOutcome::Open));
        self.ended.sort_by_key(|reservation| (reservation.from, reservation.kernel));
        self.ended
    }

    fn close(&mut self, at: Cycle, entry: Entry, outcome: ReservationOutcome) {
        let Some(open) = self.open[entry.index()].take() else { return };
        open.sips.iter().for_each(|sip| self.last_ends[sip.index()] = at);
        self.ended.push(Reservation { to: at, outcome, ..open });
    }
}
