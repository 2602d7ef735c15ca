//! Launches on SIPs reserved for another kernel, and whether that one had to wait for them.
//!
//! Of a reservation that ended in a launch and of which others took SIPs:
//! * *free without backfilling*: the last end, not before the promotion, of what its SIPs ran that was
//!   launched before the reservation's own kernel and was not backfilled;
//! * *free*: the same with what was backfilled;
//! * its **delay** is the launch minus free without backfilling: what was in the way, and the attempt;
//! * what backfilling **caused** is free minus free without backfilling.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Spread;
use super::spans::BySip;
use crate::timeline::{Outcome, Reservation, SipRun, StartedBy, Timeline};

/// Backfilling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BackfillMetrics {
    /// Blocks launched by the HWS.
    pub launched_blocks: u64,
    /// Of those, the ones that took a reserved SIP.
    pub blocks: u64,
    /// Per thousand launched blocks, rounded down; null when nothing was launched.
    pub rate_permille: Option<u64>,
    /// Over the reservations concerned: cycles from when their SIPs would have been free without
    /// backfilling to the launch.
    pub delay: Spread,
    /// Over the same reservations: cycles that their SIPs were free later because of backfilling.
    pub caused: Spread,
}

impl BackfillMetrics {
    pub(super) fn of(timeline: &Timeline) -> Self {
        let launched_blocks = blocks(timeline, |_| true);
        let blocks = blocks(timeline, |run| run.backfilled);
        let by_sip = BySip::of(timeline);
        let reservations = timeline.reservations.iter();
        let delays: Vec<Delay> = reservations.filter_map(|kept| Delay::of(kept, &by_sip)).collect();
        Self {
            launched_blocks,
            blocks,
            rate_permille: (blocks * 1000).checked_div(launched_blocks),
            delay: Spread::of(delays.iter().map(|delay| delay.until_launch)),
            caused: Spread::of(delays.iter().map(|delay| delay.caused)),
        }
    }
}

/// Different blocks with a run of this kind that the HWS launched.
fn blocks(timeline: &Timeline, is_wanted: impl Fn(&SipRun) -> bool) -> u64 {
    let by_hws = timeline.runs.iter().filter(|run| matches!(run.by, StartedBy::Hws(_)) && is_wanted(run));
    by_hws.map(|run| (run.kernel, run.block)).collect::<BTreeSet<_>>().len() as u64
}

struct Delay {
    until_launch: u64,
    caused: u64,
}

impl Delay {
    /// Of a reservation that ended in a launch and of which others took SIPs.
    fn of(reservation: &Reservation, by_sip: &BySip<'_>) -> Option<Self> {
        let Reservation { from, to, .. } = *reservation;
        let (mut free, mut without, mut is_used) = (from, from, false);
        for sip in reservation.sips.iter() {
            for run in by_sip.ending_after(sip, from).take_while(|run| run.launched < to) {
                free = free.max(run.to);
                is_used |= run.backfilled;
                without = if run.backfilled { without } else { without.max(run.to) };
            }
        }
        let is_wanted = is_used && reservation.outcome == Outcome::Launched;
        is_wanted.then(|| Self { until_launch: to.since(without), caused: free.since(without) })
    }
}
