//! Promotion of P-tasks to R-tasks, and reservations (§6.5, §6.6).

use std::cmp::Reverse;

use hws_model::{Event, Pool};
use hws_types::SipMask;

use super::PlainHws;
use super::attempt::PlainPTask;
use super::commit::Launched;
use super::kernel::{Kernel, entry_id};
use super::machine::{block, positions, slot};

impl PlainHws {
    /// §6.5: ONLINE_PRIORITY of every still-valid entry of the latched P-pool.
    pub(super) fn update_online_priorities(&mut self, p_pool: &[PlainPTask]) {
        for task in p_pool {
            if let Some(kernel) = &mut self.ready_station[task.entry] {
                kernel.online_priority = task.online;
            }
        }
    }

    /// §6.5: at most one promotion, while there are fewer than RTASK_MAX R-tasks.
    pub(super) fn promote(&mut self, p_pool: &[PlainPTask], launched: Option<Launched>) {
        let r_tasks = self.kernels().filter(|(_, kernel)| kernel.r_flag).count();
        if r_tasks >= self.regs.promote.rtask_max() as usize {
            return;
        }
        let mut candidates = self.pass_1(p_pool, launched);
        candidates.extend(self.pass_2(p_pool, launched));
        let reservation = candidates
            .into_iter()
            .find_map(|entry| Some((entry, self.find_reservation(self.kernel(entry))?)));
        if let Some((entry, mask)) = reservation {
            self.reserve(entry, mask);
        }
    }

    /// §6.5 pass 1: the entries selected by RULE_THRESHOLD, in the order in which they are tried.
    fn pass_1(&self, p_pool: &[PlainPTask], launched: Option<Launched>) -> Vec<usize> {
        let rules = self.regs.promote;
        if !rules.rule_threshold() {
            return Vec::new();
        }
        let fail_times = |entry: usize| self.kernel(entry).fail_times;
        let mut entries = all_but(p_pool, launched);
        entries.retain(|&entry| fail_times(entry) >= rules.threshold());
        if rules.most_failed_first() {
            entries.sort_by_key(|&entry| Reverse(fail_times(entry)));
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
        let overtaking = launched.filter(|other| other.pool != Pool::R && first != Some(other.entry));
        let top1_full_vg = rules.rule_top1_full_vg() && is_first && kernel.t() == self.clusters().sip_num;
        let top1 = rules.rule_top1() && overtaking.is_some() && is_first;
        let on_cp = rules.rule_on_cp() && overtaking.is_some_and(|other| !other.on_cp) && kernel.td.on_cp;
        top1_full_vg || top1 || on_cp
    }

    /// §6.6: the SIPs that could be reserved for the kernel now.
    fn find_reservation(&self, kernel: &Kernel) -> Option<SipMask> {
        let (t, clusters) = (kernel.t(), self.clusters());
        let mut resources = self.granted_resources(kernel);
        let free = self.allowed(kernel) - self.reserved_all - self.fw_owned;
        let target = free - clusters.touched_by(self.reserved_all);
        let mut groups = positions(t);
        groups.sort_by_key(|&position| self.group_remain(position, slot(t)));
        let mut reserved = SipMask::EMPTY;
        let mut missing = kernel.blocks_per_launch();
        for position in groups {
            let sips = block(position, t);
            if missing > 0 && (target & resources.open_sips(clusters)).contains(sips) {
                resources.take(sips, clusters);
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
            self.sips[sip.index()].rsv_thread_num = t;
        }
        self.counters.promote = self.counters.promote.wrapping_add(1);
        self.emit(Event::Promote { entry: entry_id(entry), seq, mask });
    }

    /// §6.6: at LATCH, in ascending entry order.
    pub(super) fn cancel_stale_reservations(&mut self) {
        for entry in 0..self.ready_station.len() {
            let Some(kernel) = &self.ready_station[entry] else { continue };
            let open = self.granted_resources(kernel).open_sips(self.clusters());
            if kernel.r_flag && !(self.allowed(kernel) & open).contains(kernel.reserved) {
                let mask = self.remove_reservation(entry);
                self.counters.cancel = self.counters.cancel.wrapping_add(1);
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
