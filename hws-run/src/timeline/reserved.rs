//! Totals of reservations: their cost, and the backfilling of their SIPs.

use std::collections::{BTreeMap, BTreeSet};

use hws_types::{Cycle, Sip};

use super::{Reservation, ReservationOutcome, SipRun, Timeline};

/// Totals of reservations.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReservationSums {
    /// Reservations whose kernel launched a block.
    pub launched: u64,
    /// Those that were cancelled.
    pub cancelled: u64,
    /// Those that a reset dropped, or that were open when the run ended.
    pub unfinished: u64,
    /// SIP cycles reserved.
    pub sip_cycles: u64,
    /// Those of them in which the SIP was running a block.
    pub busy_sip_cycles: u64,
    /// The delays of those that ended in a launch and whose SIPs were backfilled, in any order.
    pub delays: Vec<BackfillDelay>,
    /// The number of blocks that were launched on the reserved SIPs of a kernel, for each that had any.
    pub backfilled: BTreeMap<u32, u64>,
}

/// What became of a reservation whose SIPs were backfilled, in [`metrics`](crate::report::metrics::BackfillMetrics).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackfillDelay {
    /// Cycles from the time at which its SIPs would have been free without backfilling to its launch.
    pub until_launch: u64,
    /// Cycles by which backfilling delayed the time at which they were free.
    pub caused: u64,
}

impl ReservationSums {
    /// Adds a reservation that has ended, of whose SIPs this is known.
    pub(crate) fn add(&mut self, kept: &Reservation, reserved: &ReservedUse) {
        let outcome = match kept.outcome {
            ReservationOutcome::Launched => &mut self.launched,
            ReservationOutcome::Cancelled => &mut self.cancelled,
            ReservationOutcome::Dropped | ReservationOutcome::Open => &mut self.unfinished,
        };
        *outcome += 1;
        self.sip_cycles += kept.to.since(kept.from) * u64::from(kept.sips.len());
        self.busy_sip_cycles += reserved.busy;
        self.delays.extend(reserved.delay(kept));
    }
}

/// What the SIPs of one reservation did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReservedUse {
    /// Cycles of the reservation in which they were running a block.
    busy: u64,
    /// When they were free, and would have been without backfilling.
    free: Cycle,
    free_without: Cycle,
    is_backfilled: bool,
}

impl ReservedUse {
    /// Nothing has run on the SIPs of a reservation that begins then.
    pub(crate) const fn since(from: Cycle) -> Self {
        Self { busy: 0, free: from, free_without: from, is_backfilled: false }
    }

    /// Adds a run on one of the SIPs, which was launched before the reservation ended and ends after it began. Of a reservation
    /// that has not ended, the end is that of the run.
    pub(crate) fn add(&mut self, run: &SipRun, from: Cycle, to: Cycle) {
        self.busy += run.to.min(to).0.saturating_sub(run.from.max(from).0);
        self.free = self.free.max(run.to);
        if run.backfilled {
            self.is_backfilled = true;
        } else {
            self.free_without = self.free_without.max(run.to);
        }
    }

    fn delay(&self, kept: &Reservation) -> Option<BackfillDelay> {
        let is_wanted = self.is_backfilled && kept.outcome == ReservationOutcome::Launched;
        let without = self.free_without;
        is_wanted
            .then(|| BackfillDelay { until_launch: kept.to.since(without), caused: self.free.since(without) })
    }
}

impl Timeline {
    /// Returns the totals of the reservations.
    #[must_use]
    pub fn reservation_sums(&self) -> ReservationSums {
        self.sums.as_ref().map_or_else(|| listed(self), |sums| sums.reservations.clone())
    }
}

/// The totals of the reservations of a timeline that lists them.
fn listed(timeline: &Timeline) -> ReservationSums {
    let by_sip = BySip::new(timeline);
    let mut uses: Vec<ReservedUse> =
        timeline.reservations.iter().map(|kept| ReservedUse::since(kept.from)).collect();
    let mut blocks = BTreeSet::new();
    for run in timeline.every_run() {
        for (place, kept) in by_sip.touched_by(&run) {
            uses[place].add(&run, kept.from, kept.to);
        }
        if run.is_by_hws() && run.backfilled {
            blocks.extend(by_sip.holder(&run).map(|holder| (holder, run.kernel, run.block)));
        }
    }
    let mut sums = ReservationSums::default();
    timeline.reservations.iter().zip(&uses).for_each(|(kept, reserved)| sums.add(kept, reserved));
    blocks.iter().for_each(|&(holder, ..)| *sums.backfilled.entry(holder).or_default() += 1);
    sums
}

/// The reservations of each SIP, which follow one another, with their places in the list.
struct BySip<'t>([Vec<(usize, &'t Reservation)>; Sip::COUNT]);

impl<'t> BySip<'t> {
    fn new(timeline: &'t Timeline) -> Self {
        let mut by_sip = [const { Vec::new() }; Sip::COUNT];
        for (place, kept) in timeline.reservations.iter().enumerate() {
            kept.sips.iter().for_each(|sip| by_sip[sip.index()].push((place, kept)));
        }
        Self(by_sip)
    }

    /// The reservations of its SIP that had not ended when a run was launched.
    fn since_launch(&self, run: &SipRun) -> &[(usize, &'t Reservation)] {
        let of_sip = &self.0[run.sip.index()];
        &of_sip[of_sip.partition_point(|(_, kept)| kept.to <= run.launched)..]
    }

    /// Those of them that began before the run ended.
    fn touched_by(&self, run: &SipRun) -> impl Iterator<Item = (usize, &'t Reservation)> {
        self.since_launch(run).iter().copied().take_while(|(_, kept)| kept.from < run.to)
    }

    /// The kernel for which the SIP of a run was reserved when the run was launched.
    fn holder(&self, run: &SipRun) -> Option<u32> {
        let (_, first) = self.since_launch(run).first()?;
        (first.from <= run.launched).then_some(first.kernel)
    }
}
