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
use crate::timeline::{ReservationSums, RunSums, Timeline};

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
    pub(super) fn new(timeline: &Timeline, reservations: &ReservationSums) -> Self {
        let RunSums { blocks: launched_blocks, backfilled_blocks: blocks, .. } = timeline.run_sums();
        let delays = reservations.delays.iter();
        Self {
            launched_blocks,
            blocks,
            rate_permille: (blocks * 1000).checked_div(launched_blocks),
            delay: Spread::from_values(delays.clone().map(|delay| delay.until_launch)),
            caused: Spread::from_values(delays.map(|delay| delay.caused)),
        }
    }
}
