//! Launches on SIPs reserved for another kernel, and whether that kernel had to wait for them.
//!
//! For a reservation that ended in a launch and whose SIPs were backfilled:
//! * *free without backfilling*: the latest end, not before the promotion, of the blocks on its SIPs that were
//!   launched before the reserved kernel and were not backfilled;
//! * *free*: the same including backfilled blocks;
//! * its **delay** is the launch minus free without backfilling: obstacles, and the attempt;
//! * the delay **caused** by backfilling is free minus free without backfilling.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Spread;
use super::spans::BySip;
use crate::timeline::{Reservation, ReservationOutcome, RunSums, Timeline};

/// Backfilling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BackfillMetrics {
    /// Blocks launched by the HWS.
    pub launched_blocks: u64,
    /// Those of them on a reserved SIP.
    pub blocks: u64,
    /// Backfilled blocks per thousand launched ones, rounded down; null if nothing was launched.
    pub rate_permille: Option<u64>,
    /// Over the reservations concerned: cycles from the time at which their SIPs would have been free without
    /// backfilling to the launch.
    pub delay: Spread,
    /// Over the same reservations: cycles by which backfilling delayed the time at which their SIPs were free.
    pub caused: Spread,
}

impl BackfillMetrics {
    pub(super) fn new(timeline: &Timeline) -> Self {
        let RunSums { blocks: launched_blocks, backfilled_blocks: blocks, .. } = timeline.run_sums();
        let by_sip = BySip::new(timeline);
        let reservations = timeline.reservations.iter();
        let delays: Vec<Delay> = reservations.filter_map(|kept| Delay::new(kept, &by_sip)).collect();
        Self {
            launched_blocks,
            blocks,
            rate_permille: (blocks * 1000).checked_div(launched_blocks),
            delay: Spread::from_values(delays.iter().map(|delay| delay.until_launch)),
            caused: Spread::from_values(delays.iter().map(|delay| delay.caused)),
        }
    }
}

struct Delay {
    until_launch: u64,
    caused: u64,
}

impl Delay {
    /// The delay of a reservation that ended in a launch and was backfilled.
    fn new(reservation: &Reservation, by_sip: &BySip<'_>) -> Option<Self> {
        let Reservation { from, to, .. } = *reservation;
        let (mut free, mut without, mut is_used) = (from, from, false);
        for sip in reservation.sips.iter() {
            for run in by_sip.ending_after(sip, from).take_while(|run| run.launched < to) {
                free = free.max(run.to);
                is_used |= run.backfilled;
                without = if run.backfilled { without } else { without.max(run.to) };
            }
        }
        let is_wanted = is_used && reservation.outcome == ReservationOutcome::Launched;
        is_wanted.then(|| Self { until_launch: to.since(without), caused: free.since(without) })
    }
}
