//! The outcomes and the cost of reservations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spans::BySip;
use crate::timeline::{Reservation, ReservationOutcome, Timeline};

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
    pub(super) fn new(timeline: &Timeline) -> Self {
        let by_sip = BySip::new(timeline);
        let mut metrics = Self::default();
        for reservation in &timeline.reservations {
            metrics.count(reservation);
            for sip in reservation.sips.iter() {
                let kept = reservation.to.since(reservation.from);
                let busy = by_sip.busy(sip, reservation.from, reservation.to);
                metrics.sip_cycles += kept;
                metrics.idle_sip_cycles += kept - busy;
            }
        }
        metrics
    }

    fn count(&mut self, reservation: &Reservation) {
        self.total += 1;
        let outcome = match reservation.outcome {
            ReservationOutcome::Launched => &mut self.launched,
            ReservationOutcome::Cancelled => &mut self.cancelled,
            ReservationOutcome::Dropped | ReservationOutcome::Open => &mut self.unfinished,
        };
        *outcome += 1;
    }
}
