//! Promotion of P-tasks to R-tasks, and reservations (§6.5, §6.6).

use std::cmp::Reverse;

use hws_model::{Event, Pool};
use hws_types::SipMask;

use super::PlainHws;
use super::attempt::PlainPTask;
use super::commit::Launched;
use super::kernel::{Kernel, entry_id};
use super::machine::{block, positions, slot};
use super::pools::by_key;

impl PlainHws {
    /// §6.5: ONLINE_PRIORITY of every still-valid entry of the latched P-pool.
    pub(super) fn update_online_priorities(&mut self, p_pool: &[PlainPTask]) {
        for task in p_pool {
            if let Some(kernel) = &mut self.ready_station[task.entry] {
                kernel.online_priority = rule!(OnlineStays, task.online, kernel.online_priority);
            }
        }
    }

    /// §6.5: at most one promotion, while there are fewer than RTASK_MAX R-tasks.
    pub(super) fn promote(&mut self, p_pool: &[PlainPTask], launched: Option<Launched>) {
        let r_tasks = self.kernels().filter(|(_, kernel)| kernel.r_flag).count();
        let most = self.regs.promote.rtask_max() as usize;
        let is_full = rule!(RTasksMore, r_tasks >= most, r_tasks > most);
        let is_full = rule!(RTasksLess, is_full, r_tasks + 1 >= most);
        let is_full = rule!(RTasksUnlimited, is_full, false);
        let is_full = rule!(RTaskOnlyOne, is_full, r_tasks >= most.min(1));
        let is_failed = rule!(PromoteNotAfterFailure, false, launched.is_none());
        if is_full || is_failed || rule!(PromoteAfterFailure, false, launched.is_some()) {
            return;
        }
        let (first, second) = (self.pass_1(p_pool, launched), self.pass_2(p_pool, launched));
        let candidates = [&first[..], &second].concat();
        let candidates = rule!(SecondPassFirst, candidates, [&second[..], &first].concat());
        let candidates = rule!(NoSecondPass, candidates, first);
        let find = |entry: usize| Some((entry, self.find_reservation(self.kernel(entry))?));
        let reservation = candidates.iter().copied().find_map(find);
        let reservation = rule!(PromoteFirstOnly, reservation, candidates.first().copied().and_then(find));
        if let Some((entry, mask)) = reservation {
            self.reserve(entry, mask);
        }
    }

    /// §6.5 pass 1: the entries selected by RULE_THRESHOLD, in the order in which they are tried.
    fn pass_1(&self, p_pool: &[PlainPTask], launched: Option<Launched>) -> Vec<usize> {
        let rules = self.regs.promote;
        if !rule!(ThresholdAlways, rules.rule_threshold(), true) {
            return Vec::new();
        }
        let fail_times = |entry: usize| self.kernel(entry).fail_times;
        let mut entries = all_but(p_pool, launched);
        let threshold = rules.threshold();
        entries.retain(|&entry| {
            let reaches =
                rule!(ThresholdStrict, fail_times(entry) >= threshold, fail_times(entry) > threshold);
            let reaches = rule!(ThresholdLess, reaches, fail_times(entry) + 1 >= threshold);
            rule!(ThresholdZero, reaches, true)
        });
        let most_failed_first = rule!(MostFailedIgnored, rules.most_failed_first(), false);
        if rule!(MostFailedAlways, most_failed_first, true) {
            let sorted = by_key(&entries, |&entry| Reverse(fail_times(entry)));
            let sorted = rule!(LeastFailedFirst, sorted, by_key(&entries, |&entry| fail_times(entry)));
            let seq = |entry: usize| self.kernel(entry).seq;
            entries = rule!(
                MostFailedTieOldest,
                sorted,
                by_key(&entries, |&entry| (Reverse(fail_times(entry)), seq(entry)))
            );
        }
        entries
    }

    /// §6.5 pass 2: the entries selected by any other rule, in pool order.
    fn pass_2(&self, p_pool: &[PlainPTask], launched: Option<Launched>) -> Vec<usize> {
        let mut entries = all_but(p_pool, launched);
        entries.retain(|&entry| self.qualifies(entry, p_pool, launched));
        entries
    }

    fn qualifies(&self, entry: usize, p_pool: &[PlainPTask], launched: Option<Launched>) -> bool {
        let (kernel, rules) = (self.kernel(entry), self.regs.promote);
        let first = p_pool.first().map(|task| task.entry);
        let is_first = first == Some(entry);
        let overtakes = |other: &Launched| {
            rule!(OvertakesFromR, other.pool != Pool::R, true)
                && rule!(OvertakesItself, first != Some(other.entry), true)
        };
        let overtaking = launched.filter(overtakes);
        let sip_num = self.clusters().sip_num;
        let is_full = rule!(FullVgSmaller, kernel.t() == sip_num, 2 * kernel.t() >= sip_num);
        let is_full = rule!(FullVgAlways, is_full, true);
        let top1_full_vg =
            rule!(FullVgRule, rules.rule_top1_full_vg(), true) && rule!(FullVgAny, is_first, true) && is_full;
        let top1 = rule!(Top1Rule, rules.rule_top1(), true)
            && rule!(Top1NoOvertaking, overtaking.is_some(), true)
            && rule!(Top1Any, is_first, true);
        let on_cp = rule!(OnCpRule, rules.rule_on_cp(), true)
            && rule!(OnCpOvertakenByCp, overtaking.is_some_and(|other| !other.on_cp), overtaking.is_some())
            && rule!(OnCpAny, kernel.td.on_cp, true);
        rule!(FullVgIgnored, top1_full_vg, false)
            || rule!(Top1Ignored, top1, false)
            || rule!(OnCpIgnored, on_cp, false)
    }

    /// §6.6: the SIPs that could be reserved for the kernel now.
    fn find_reservation(&self, kernel: &Kernel) -> Option<SipMask> {
        let (t, clusters) = (kernel.t(), self.clusters());
        let mut resources = self.granted_resources(kernel);
        let affine = SipMask(kernel.td.affinity) & self.present();
        let allowed = rule!(ReservesUsageIgnored, self.allowed(kernel), affine);
        let all = allowed - rule!(ReservesReserved, self.reserved_all, SipMask::EMPTY);
        let free = all - rule!(ReservesOwned, self.fw_owned, SipMask::EMPTY);
        let free = free & rule!(ReservesReadyOnly, SipMask(u32::MAX), self.ready());
        let touched = clusters.touched_by(self.reserved_all);
        let target = free - rule!(ReservesSharedCluster, touched, SipMask::EMPTY);
        let remain = |position: u32| self.group_remain(position, slot(t));
        let all = positions(t);
        let groups = by_key(&all, |&position| remain(position));
        let groups = rule!(
            ReservesTieHighest,
            groups,
            by_key(&all, |&position| (remain(position), Reverse(position)))
        );
        let groups = rule!(ReservesLongest, groups, by_key(&all, |&position| Reverse(remain(position))));
        let groups = rule!(ReservesLowest, groups, all.clone());
        let first = |position: u32| self.sips[position as usize].remain;
        let groups = rule!(ReservesFirstSip, groups, by_key(&all, |&position| first(position)));
        let mut reserved = SipMask::EMPTY;
        let mut missing = rule!(ReservesOneBlock, kernel.blocks_per_launch(), 1);
        for position in groups {
            let sips = block(position, t);
            let open = rule!(ReservesClosed, resources.open_sips(clusters), SipMask(u32::MAX));
            if missing > 0 && (target & open).contains(sips) {
                if rule!(ReservesKeepsGrants, true, false) {
                    resources.take(sips, clusters);
                }
                reserved |= sips;
                missing -= 1;
            }
        }
        (missing == 0).then_some(reserved)
    }

    /// §6.6: success.
    fn reserve(&mut self, entry: usize, mask: SipMask) {
        let kernel = self.kernel_mut(entry);
        kernel.r_flag = true;
        kernel.reserved = mask;
        let (seq, t) = (kernel.seq, kernel.t());
        self.reserved_all |= mask;
        for sip in mask.iter() {
            self.sips[sip.index()].rsv_thread_num = rule!(ReservesSlotNumber, t, slot(t));
        }
        self.counters.promote = self.counters.promote.wrapping_add(rule!(PromoteNotCounted, 1, 0));
        self.emit(Event::Promote { entry: entry_id(entry), seq, mask });
    }

    /// §6.6: at LATCH, in ascending entry order.
    pub(super) fn cancel_stale_reservations(&mut self) {
        for entry in 0..self.ready_station.len() {
            let Some(kernel) = &self.ready_station[entry] else { continue };
            let open = self.granted_resources(kernel).open_sips(self.clusters());
            let open = rule!(CancelIgnoresGrants, open, SipMask(u32::MAX));
            let allowed = rule!(CancelIgnoresMasks, self.allowed(kernel), SipMask(u32::MAX));
            let is_stale = !(allowed & open).contains(kernel.reserved);
            let is_stale = rule!(CancelNever, is_stale, false);
            if kernel.r_flag
                && rule!(CancelIfAllGone, is_stale, !(allowed & open).intersects(kernel.reserved))
            {
                let mask = self.remove_reservation(entry);
                self.counters.cancel = self.counters.cancel.wrapping_add(rule!(CancelNotCounted, 1, 0));
                self.emit(Event::Cancel { entry: entry_id(entry), mask });
            }
        }
    }
}

/// The entries of the latched P-pool in its order, without the launched kernel (§6.5).
fn all_but(p_pool: &[PlainPTask], launched: Option<Launched>) -> Vec<usize> {
    let is_launched = |entry: usize| launched.is_some_and(|launched| launched.entry == entry);
    p_pool.iter().map(|task| task.entry).filter(|&entry| !is_launched(entry)).collect()
}
