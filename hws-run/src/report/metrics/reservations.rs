//! The outcomes and the cost of reservations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::timeline::ReservationSums;

/// Reservations.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReservationMetrics {
    /// All reservations, one for each promotion.
    pub total: u64,
    /// Reservations whose kernel launched a block.
    pub launched: u64,
    /// Reservations cancelled because their SIPs were no longer allowed (scheduler.md §6.6).
    pub cancelled: u64,
    /// Reservations that a reset dropped, or that were open when the run ended.
    pub unfinished: u64,
    /// SIP cycles reserved.
    pub sip_cycles: u64,
    /// Those of them in which the SIP was idle.
    pub idle_sip_cycles: u64,
}

impl ReservationMetrics {
    pub(super) const fn new(sums: &ReservationSums) -> Self {
        let &ReservationSums { launched, cancelled, unfinished, sip_cycles, busy_sip_cycles, .. } = sums;
        Self {
            total: launched + cancelled + unfinished,
            launched,
            cancelled,
            unfinished,
            sip_cycles,
            idle_sip_cycles: sip_cycles - busy_sip_cycles,
        }
    }
}
