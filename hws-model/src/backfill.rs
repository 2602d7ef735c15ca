//! The backfill filter: which reserved SIPs another task may use (scheduler.md §5.5).

use core::cell::OnceCell;

use hws_regs::{RsvdSipBackfillMarginOffset, Sign};
use hws_types::{Sip, SipMask};

use crate::reservation::Reservations;
use crate::sip_status::SipStatus;

/// The candidate reserved SIPs, grouped by how long they stay busy. The groups are found when they are first needed,
/// which is in one attempt of three when much is reserved.
pub(crate) struct Backfill<'a> {
    reserved: SipMask,
    sips: &'a SipStatus,
    reservations: &'a Reservations,
    offset: i64,
    groups: OnceCell<Groups>,
}

/// Each has at least two SIPs of its own.
type Groups = heapless::Vec<Group, { Sip::COUNT / 2 }>;

/// The reserved SIPs of one group of `slot(T)`. There are no groups of a single SIP: with T = 1 no SIP passes the
/// filter.
struct Group {
    sips: SipMask,
    remain: u32,
}

impl<'a> Backfill<'a> {
    /// The groups of the SIPs of `reserved`.
    pub(crate) fn new(
        reserved: SipMask,
        margin: RsvdSipBackfillMarginOffset,
        sips: &'a SipStatus,
        reservations: &'a Reservations,
    ) -> Self {
        Self { reserved, sips, reservations, offset: offset(margin), groups: OnceCell::new() }
    }

    /// `backfill_filter`: the SIPs of `reserved` whose group stays busy long enough for a block of `est` time
    /// units.
    pub(crate) fn filter(&self, est: u32, reserved: SipMask) -> SipMask {
        if reserved.is_empty() {
            return SipMask::EMPTY;
        }
        let needed = i64::from(est) + self.offset;
        let open = self.groups().iter().filter(|group| i64::from(group.remain) >= needed);
        open.fold(SipMask::EMPTY, |sips, group| sips | group.sips) & reserved
    }

    fn groups(&self) -> &[Group] {
        if self.groups.get().is_none() {
            // Cannot fail: the cell is empty.
            let _ = self.groups.set(self.find());
        }
        self.groups.get().map_or(&[], |groups| groups)
    }

    fn find(&self) -> Groups {
        let mut groups = Groups::new();
        let mut rest = self.reserved;
        while let Some(first) = rest.first() {
            // One R-task reserves whole groups (§6.6), so the result is the same for all SIPs of a group.
            let slot = self.reservations.threads(first).map_or(1, |threads| threads.slot());
            let position = first.get() & !(slot - 1);
            let group = rest & SipMask::aligned_group(position, slot);
            if slot > 1 {
                // Cannot fail: each group takes a SIP that no other group has.
                let _ = groups.push(Group { sips: group, remain: self.sips.group_remain(position, slot) });
            }
            rest -= group;
        }
        groups
    }
}

/// `offset`: a positive one keeps a safety margin, a negative one allows the R-task to be delayed by that
/// much.
fn offset(margin: RsvdSipBackfillMarginOffset) -> i64 {
    let magnitude = i64::from(margin.magnitude());
    match margin.sign() {
        Sign::Positive => magnitude,
        Sign::Negative => -magnitude,
    }
}
