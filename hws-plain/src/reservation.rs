//! Reservations, new and stale (§6.6).

use std::cmp::Reverse;

use hws_model::Event;
use hws_types::SipMask;

use super::PlainHws;
use super::kernel::{Kernel, entry_id};
use super::machine::{block, class, die_of, positions, sips_where, slot};
use super::pools::by_key;
use super::second::Resources;

impl PlainHws {
    /// §6.6: the SIPs that could be reserved for the kernel now.
    pub(super) fn find_reservation(&self, kernel: &Kernel) -> Option<SipMask> {
        let (t, clusters) = (kernel.t(), self.clusters());
        let mut resources = self.resources_to_reserve(kernel);
        let target = self.reservable(kernel);
        let mut reserved = SipMask::EMPTY;
        let mut missing = rule!(ReservesOneBlock, kernel.blocks_per_launch(), 1);
        for position in self.groups_to_reserve(t) {
            let sips = block(position, t);
            let whole = rule!(ReservesWholeSlot, sips, block(position, slot(t)) & self.present());
            let open = rule!(ReservesClosed, resources.open_sips(clusters), SipMask(u32::MAX));
            let own = rule!(ReservesClusterEach, SipMask::EMPTY, clusters.touched_by(reserved));
            if missing > 0 && ((target & open) - own).contains(whole) {
                if rule!(ReservesKeepsGrants, true, false) {
                    resources.take(sips, clusters);
                }
                reserved |= rule!(ReservesSlot, sips, block(position, slot(t)) & self.present());
                missing -= 1;
            }
        }
        (missing == 0).then_some(reserved)
    }

    /// §6.6: an HWS-managed VC pool counts as open.
    fn resources_to_reserve(&self, kernel: &Kernel) -> Resources {
        let granted = self.granted_resources(kernel);
        let latched = self.shadow.latched.regs.enable_second_rsc_sch.enable();
        let as_latched = if latched { granted.clone() } else { Resources::not_needed() };
        let granted = rule!(ReservesSecondAsLatched, granted, as_latched);
        let granted = rule!(ReservesPools, granted, self.resources(kernel));
        rule!(ReservesUngranted, granted, Resources::not_needed())
    }

    /// §6.6: target, without the second resources.
    fn reservable(&self, kernel: &Kernel) -> SipMask {
        let (all, none) = (SipMask(u32::MAX), SipMask::EMPTY);
        let affine = SipMask(kernel.td.affinity) & self.present();
        let allowed = rule!(ReservesUsageIgnored, self.allowed(kernel), affine);
        let unaffine = self.usage_of_kernel(kernel) & self.present();
        let allowed = rule!(ReservesAffinityIgnored, allowed, unaffine);
        let allowed = rule!(ReservesUsageAsLatched, allowed, affine & self.latched_usage_of(kernel));
        let reserved_all = rule!(ReservesAsLatched, self.reserved_all, self.shadow.latched.reserved_all);
        let free = allowed - rule!(ReservesReserved, reserved_all, none);
        let free = free - rule!(ReservesOwned, self.fw_owned, none);
        let free = free & rule!(ReservesReadyOnly, all, self.ready());
        let free = free - rule!(ReservesBusyOnly, none, self.ready());
        let free = free - rule!(ReservesWithoutPending, none, self.sips_that(|sip| sip.pending.is_some()));
        let touched = self.clusters().touched_by(reserved_all);
        let touched = rule!(ReservesSharedCluster, touched, none);
        let is_shared = |sip: u32| reserved_all.iter().any(|other| die_of(other.get()) == die_of(sip));
        let touched = rule!(ReservesOwnDie, touched, sips_where(is_shared));
        let owned = self.clusters().touched_by(self.fw_owned);
        free - touched - rule!(ReservesOwnedCluster, none, owned)
    }

    /// §6.6: groups of size slot(t), ascending remain time, ties by ascending position.
    fn groups_to_reserve(&self, t: u32) -> Vec<u32> {
        let all = positions(t);
        let descending: Vec<u32> = all.iter().rev().copied().collect();
        let remain = |position: u32| self.group_remain(position, slot(t));
        let groups = by_key(&all, |&position| remain(position));
        let groups = rule!(
            ReservesTieHighest,
            groups,
            by_key(&all, |&position| (remain(position), Reverse(position)))
        );
        let groups = rule!(ReservesLongest, groups, by_key(&all, |&position| Reverse(remain(position))));
        let groups = rule!(ReservesLowest, groups, all.clone());
        let groups = rule!(ReservesHighest, groups, descending.clone());
        let as_searched = if t <= 4 { descending } else { all.clone() };
        let groups = rule!(ReservesTieAsSearched, groups, by_key(&as_searched, |&position| remain(position)));
        let groups = rule!(ReservesAsSearched, groups, as_searched);
        let of =
            |position: u32, size: u32| block(position, size).iter().map(|sip| self.sips[sip.index()].remain);
        let longest = |position: u32| of(position, t).max().unwrap_or(0);
        let groups = rule!(ReservesThreads, groups, by_key(&all, |&position| longest(position)));
        let shortest = |position: u32| of(position, slot(t)).min().unwrap_or(0);
        let groups = rule!(ReservesShortest, groups, by_key(&all, |&position| shortest(position)));
        let sum = |position: u32| of(position, slot(t)).map(u64::from).sum::<u64>();
        let groups = rule!(ReservesSum, groups, by_key(&all, |&position| sum(position)));
        let latched = |position: u32| self.latched_remain(block(position, slot(t)));
        let groups = rule!(ReservesRemainAsLatched, groups, by_key(&all, |&position| latched(position)));
        let first = |position: u32| self.sips[position as usize].remain;
        rule!(ReservesFirstSip, groups, by_key(&all, |&position| first(position)))
    }

    /// A wrong reading of §6.6: the remaining time at LATCH.
    fn latched_remain(&self, group: SipMask) -> u32 {
        let sips = &self.shadow.latched.sips;
        group.iter().filter_map(|sip| sips.get(sip.index())).map(|sip| sip.remain).max().unwrap_or(0)
    }

    /// A wrong reading of §6.6: the usage mask at LATCH.
    fn latched_usage_of(&self, kernel: &Kernel) -> SipMask {
        let class = class(kernel.t());
        SipMask(self.shadow.latched.regs.sip_usage_mask[kernel.ctx][class].mask())
    }

    /// §6.6: success.
    pub(super) fn reserve(&mut self, entry: usize, mask: SipMask) {
        let kernel = self.kernel_mut(entry);
        kernel.r_flag = true;
        kernel.reserved = mask;
        kernel.fail_times = rule!(PromotionClearsFails, kernel.fail_times, 0);
        let (seq, t) = (kernel.seq, kernel.t());
        self.reserved_all |= mask;
        for sip in mask.iter() {
            let t = rule!(ReservesSlotNumber, t, slot(t));
            self.sips[sip.index()].rsv_thread_num = rule!(ReservesAllThreads, t, mask.len().min(16));
        }
        self.counters.promote = self.counters.promote.wrapping_add(rule!(PromoteNotCounted, 1, 0));
        self.emit(Event::Promote { entry: entry_id(entry), seq, mask });
    }

    /// §6.6: at LATCH, in ascending entry order.
    pub(super) fn cancel_stale_reservations(&mut self) {
        let mut entries: Vec<usize> = (0..self.ready_station.len()).collect();
        if rule!(CancelDescending, false, true) {
            entries.reverse();
        }
        let mut cancelled = 0;
        for entry in entries {
            if self.is_stale(entry) && rule!(CancelOne, true, cancelled == 0) {
                self.cancel(entry);
                cancelled += 1;
            }
        }
    }

    /// §6.6: the reserved mask is not inside `allowed & rsc`.
    fn is_stale(&self, entry: usize) -> bool {
        let Some(kernel) = self.ready_station[entry].as_ref().filter(|kernel| kernel.r_flag) else {
            return false;
        };
        let all = SipMask(u32::MAX);
        let clusters = self.clusters();
        let open = self.granted_resources(kernel).open_sips(clusters);
        let open = rule!(CancelIgnoresGrants, open, all);
        let open = rule!(CancelWithoutRun, open, self.rsc(kernel));
        let allowed = rule!(CancelIgnoresMasks, self.allowed(kernel), all);
        let rightful = allowed & open;
        let rightful = rule!(CancelBusy, rightful, rightful & self.ready());
        let is_stale = !rightful.contains(kernel.reserved);
        let is_stale = rule!(CancelNever, is_stale, false);
        rule!(CancelIfAllGone, is_stale, !rightful.intersects(kernel.reserved))
    }

    fn cancel(&mut self, entry: usize) {
        let mask = self.remove_reservation(entry);
        let kernel = self.kernel_mut(entry);
        kernel.reserved = rule!(CancelKeepsReserved, SipMask::EMPTY, mask);
        kernel.fail_times = rule!(CancelClearsFails, kernel.fail_times, 0);
        self.reserved_all |= rule!(CancelKeepsMask, SipMask::EMPTY, mask);
        self.counters.cancel = self.counters.cancel.wrapping_add(rule!(CancelNotCounted, 1, 0));
        self.emit(Event::Cancel { entry: entry_id(entry), mask });
    }
}
