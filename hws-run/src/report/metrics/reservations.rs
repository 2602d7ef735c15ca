//! What became of reservations, and what they cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spans::BySip;
use crate::timeline::{Outcome, Reservation, Timeline};

/// Reservations.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReservationMetrics {
    /// All: promotions.
    pub total: u64,
    /// Those whose kernel launched a block.
    pub launched: u64,
    /// Those cancelled because their SIPs were no longer allowed (scheduler.md 6.6).
    pub cancelled: u64,
    /// Those that a reset dropped, or that were open when the run ended.
    pub unfinished: u64,
    /// SIPs × cycles for which they were kept.
    pub sip_cycles: u64,
    /// Of those, the ones in which the SIP ran nothing.
    pub idle_sip_cycles: u64,
}

impl ReservationMetrics {
    pub(super) fn of(timeline: &Timeline) -> Self {
        let by_sip = BySip::of(timeline);
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
            Outcome::Launched => &mut self.launched,
            Outcome::Cancelled => &mut self.cancelled,
            Outcome::Dropped | Outcome::Open => &mut self.unfinished,
        };
        *outcome += 1;
    }
}
