//! Which reserved SIPs another task may use meanwhile (scheduler.md §5.5).

use hws_regs::{RsvdSipBackfillMarginOffset, Sign};
use hws_types::SipMask;

use crate::reservation::Reservations;
use crate::sip_status::SipStatus;

/// Keeps the SIPs of `reserved` whose group stays busy long enough for a block of `est` units.
pub(crate) fn backfill_filter(
    est: u32,
    reserved: SipMask,
    margin: RsvdSipBackfillMarginOffset,
    sips: &SipStatus,
    reservations: &Reservations,
) -> SipMask {
    let needed = i64::from(est) + offset(margin);
    let (mut kept, mut rest) = (SipMask::EMPTY, reserved);
    while let Some(first) = rest.first() {
        // One R-task reserves whole groups (§6.6), so all SIPs of a group share the answer.
        let slot = reservations.threads(first).map_or(1, |threads| threads.slot());
        let position = first.get() & !(slot - 1);
        let group = rest & group_mask(position, slot);
        if slot > 1 && i64::from(sips.group_remain(position, slot)) >= needed {
            kept |= group;
        }
        rest -= group;
    }
    kept
}

/// `offset`: positive keeps a safety margin, negative lets the R-task be delayed by as much.
fn offset(margin: RsvdSipBackfillMarginOffset) -> i64 {
    let magnitude = i64::from(margin.magnitude());
    match margin.sign() {
        Sign::Positive => magnitude,
        Sign::Negative => -magnitude,
    }
}

fn group_mask(position: u32, slot: u32) -> SipMask {
    SipMask((((1_u64 << slot) - 1) << position) as u32)
}
