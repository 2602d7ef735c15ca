//! The pools and their order (§4).

use std::cmp::Reverse;

use hws_regs::params;

use super::PlainHws;
use super::attempt::PlainPTask;
use super::dags::DagSlot;
use super::kernel::Kernel;

/// The entries of each pool, in order.
#[derive(Debug)]
pub(super) struct Pools {
    pub(super) r: Vec<usize>,
    pub(super) p: Vec<PlainPTask>,
    pub(super) o: Vec<usize>,
}

/// The same in the order of a key; what is equal stays in the order of the entries.
pub(super) fn by_key<T: Clone, K: Ord>(all: &[T], key: impl FnMut(&T) -> K) -> Vec<T> {
    let mut sorted = all.to_vec();
    sorted.sort_by_key(key);
    sorted
}

impl PlainHws {
    /// §4.1, §4.2, §4.4.
    pub(super) fn pools(&self) -> Pools {
        let mut r: Vec<usize> = Vec::new();
        let mut p: Vec<PlainPTask> = Vec::new();
        let mut o: Vec<usize> = Vec::new();
        for (entry, kernel) in self.kernels() {
            if is_r_task(kernel) {
                r.push(entry);
            } else if self.is_among_the_best_of_its_dag(kernel) {
                p.push(PlainPTask { entry, online: self.online_priority(kernel) });
            } else if is_o_task(kernel) {
                o.push(entry);
            }
        }
        Pools { r: self.ordered_r(&r), p: self.ordered_p(&p), o: self.ordered_o(&o) }
    }

    /// The order of admission of an entry.
    fn age(&self, entry: usize) -> u32 {
        self.kernel(entry).age
    }

    fn offline(&self, entry: usize) -> u32 {
        self.kernel(entry).offline_priority
    }

    /// §4.4: older first.
    fn ordered_r(&self, r: &[usize]) -> Vec<usize> {
        let age = |entry: usize| self.age(entry);
        let offline = |entry: usize| Reverse(self.offline(entry));
        let fails = |entry: usize| Reverse(self.kernel(entry).fail_times);
        let right = rule!(ROrderEntry, by_key(r, |&entry| age(entry)), r.to_vec());
        let right = rule!(ROrderYoungest, right, by_key(r, |&entry| Reverse(age(entry))));
        let right = rule!(ROrderFailTimes, right, by_key(r, |&entry| (fails(entry), age(entry))));
        let online = |entry: usize| Reverse(self.kernel(entry).online_priority);
        let right = rule!(ROrderOnline, right, by_key(r, |&entry| (online(entry), age(entry))));
        rule!(ROrderOffline, right, by_key(r, |&entry| (offline(entry), age(entry))))
    }

    /// §4.4: online descending, ties older first.
    fn ordered_p(&self, p: &[PlainPTask]) -> Vec<PlainPTask> {
        let age = |task: &PlainPTask| self.age(task.entry);
        let offline = |task: &PlainPTask| Reverse(self.offline(task.entry));
        let online = |task: &PlainPTask| Reverse(task.online);
        let right = by_key(p, |task| (online(task), age(task)));
        let right = rule!(PTieYoungest, right, by_key(p, |task| (online(task), Reverse(age(task)))));
        let right = rule!(PTieEntry, right, by_key(p, online));
        let right = rule!(PTieHighestEntry, right, by_key(p, |task| (online(task), Reverse(task.entry))));
        let right = rule!(PTieOffline, right, by_key(p, |task| (online(task), offline(task), age(task))));
        let right = rule!(POrderAscending, right, by_key(p, |task| (task.online, age(task))));
        let signed = |task: &PlainPTask| Reverse(task.online.cast_signed());
        let right = rule!(POrderSigned, right, by_key(p, |task| (signed(task), age(task))));
        let right = rule!(POrderEntry, right, p.to_vec());
        let right = rule!(POrderAge, right, by_key(p, age));
        rule!(POrderOffline, right, by_key(p, |task| (offline(task), age(task))))
    }

    /// §4.4: offline descending, ties older first.
    fn ordered_o(&self, o: &[usize]) -> Vec<usize> {
        let age = |entry: usize| self.age(entry);
        let offline = |entry: usize| Reverse(self.offline(entry));
        let right = by_key(o, |&entry| (offline(entry), age(entry)));
        let right = rule!(OTieYoungest, right, by_key(o, |&entry| (offline(entry), Reverse(age(entry)))));
        let right = rule!(OTieEntry, right, by_key(o, |&entry| offline(entry)));
        let right = rule!(OTieHighestEntry, right, by_key(o, |&entry| (offline(entry), Reverse(entry))));
        let right = rule!(OOrderAscending, right, by_key(o, |&entry| (self.offline(entry), age(entry))));
        let signed = |entry: usize| Reverse(self.offline(entry).cast_signed());
        let right = rule!(OOrderSigned, right, by_key(o, |&entry| (signed(entry), age(entry))));
        let right = rule!(OOrderEntry, right, o.to_vec());
        rule!(OOrderAge, right, by_key(o, |&entry| age(entry)))
    }

    /// §4.2: one of the first P_TOP_K eligible non-R kernels of its slot.
    fn is_among_the_best_of_its_dag(&self, kernel: &Kernel) -> bool {
        let better = self.kernels().filter(|(_, other)| is_rival(other, kernel));
        let better = better.filter(|(_, other)| comes_before(other, kernel)).count();
        let k = self.regs.p_top_k.k() as usize;
        let has_slot = rule!(SlotlessIsP, kernel.dag_slot.is_some(), self.dag[0].is_some());
        let is_best = rule!(TopKMore, better < k, better <= k);
        let is_best = rule!(TopKLess, is_best, better + 1 < k);
        let is_best = rule!(TopKOne, is_best, better == 0);
        let is_best = rule!(TopKFour, is_best, better < 4);
        let is_best = rule!(TopKTwoBits, is_best, better < k % 4);
        let is_best = rule!(TopKAll, is_best, true);
        let is_best = rule!(PNotCoop, is_best, is_best && !kernel.td.coop);
        let is_best = rule!(PNotFirmware, is_best, is_best && !kernel.is_from_firmware());
        let is_best = rule!(PNotLaunched, is_best, is_best && kernel.launched == 0);
        !kernel.r_flag && kernel.is_eligible() && has_slot && is_best
    }

    /// §4.3.
    pub(super) fn online_priority(&self, kernel: &Kernel) -> u32 {
        let slot = kernel.dag_slot.unwrap_or(0);
        let dag = self.dag[slot].unwrap_or_else(|| DagSlot::new(0));
        let is_dynamic = rule!(DynamicIgnored, dag.is_dynamic, false);
        if rule!(DynamicAlways, is_dynamic, true) {
            return kernel.offline_priority;
        }
        if rule!(NoTotalIsDynamic, false, dag.total == 0) {
            return kernel.offline_priority;
        }
        let idx = rank(&dag);
        let idx = rule!(RankLate, idx, idx.saturating_sub(1));
        let idx = rule!(RankEarly, idx, (idx + 1).min(params::N_RANK - 1));
        let idx = rule!(RankZero, idx, 0);
        let scale = self.regs.scale_ratio_table_rank[idx].ratio();
        static_priority(kernel.offline_priority, dag.cp_priority, scale)
    }
}

/// §4.1: in the R-pool.
fn is_r_task(kernel: &Kernel) -> bool {
    let is_triggered = kernel.launched < kernel.trigger;
    rule!(RTaskNeedsTrigger, kernel.r_flag, kernel.r_flag && is_triggered)
}

/// §4.2: in the O-pool, if it is not in another one.
fn is_o_task(kernel: &Kernel) -> bool {
    !kernel.r_flag
        && kernel.is_eligible()
        && rule!(OPoolWithoutSlot, true, kernel.dag_slot.is_some())
        && rule!(OPoolSlotlessOnly, true, kernel.dag_slot.is_none())
        && rule!(ONotCoop, true, !kernel.td.coop)
        && rule!(ONotOnCp, true, !kernel.td.on_cp)
}

/// §4.2: counts among the first P_TOP_K of the slot of `kernel`.
fn is_rival(other: &Kernel, kernel: &Kernel) -> bool {
    rule!(TopKCountsR, !other.r_flag, true)
        && rule!(TopKCountsWaiting, other.is_eligible(), true)
        && rule!(TopKOfAllDags, other.dag_slot == kernel.dag_slot, true)
        && rule!(TopKOfContext, true, other.ctx == kernel.ctx)
        && rule!(TopKOfThreadNum, true, other.td.thread_num == kernel.td.thread_num)
}

/// §4.2: highest offline_priority, ties: the older.
fn comes_before(other: &Kernel, kernel: &Kernel) -> bool {
    let (is_older, is_younger) = (other.is_older_than(kernel), kernel.is_older_than(other));
    let tie = rule!(TopKTieYoungest, is_older, is_younger);
    let tie = rule!(TopKTieIsNone, tie, other.seq != kernel.seq);
    let tie = rule!(TopKTieIsBoth, tie, false);
    let (theirs, own) = (other.offline_priority, kernel.offline_priority);
    let before = theirs > own || theirs == own && tie;
    let before = rule!(TopKLowest, before, theirs < own || theirs == own && tie);
    rule!(TopKOldest, before, is_older)
}

/// §4.3: ceil(offline × scale / cp), where offline / cp counts as 1 when cp is 0.
fn static_priority(offline: u32, cp: u32, scale: u32) -> u32 {
    let ratio = rule!(RatioLimited, offline, if cp == 0 { offline } else { offline.min(cp) });
    let product = u64::from(ratio) * u64::from(scale);
    let online = match cp {
        0 => {
            let online = rule!(CpZero, u64::from(scale), product);
            let online = rule!(CpZeroIsOffline, online, offline.into());
            let online = rule!(CpZeroIsNone, online, 0);
            rule!(CpZeroIsMost, online, u32::MAX.into())
        }
        _ => {
            let cp = u64::from(cp);
            let online = rule!(RoundDown, product.div_ceil(cp), product / cp);
            let online = rule!(RoundNearest, online, (product + cp / 2) / cp);
            let online = rule!(RoundUpAlways, online, product / cp + 1);
            let online = rule!(ProductWraps, online, u64::from(product as u32).div_ceil(cp));
            let online = rule!(CpNotDivided, online, product);
            let percent = (100 * u64::from(ratio) / cp).wrapping_mul(scale.into()) / 100;
            let online = rule!(RatioInPercent, online, percent);
            rule!(DivideFirst, online, u64::from(offline.div_ceil(cp as u32)) * u64::from(scale))
        }
    };
    let limited = rule!(ScaleIsPercent, online, online / 100);
    rule!(OnlineWraps, u32::try_from(limited).unwrap_or(u32::MAX), limited as u32)
}

/// §4.3: idx, which rises as the DAG approaches its end.
fn rank(dag: &DagSlot) -> usize {
    let n_rank = params::N_RANK as u64;
    let last = n_rank - 1;
    let (total, finish) = (u64::from(dag.total), u64::from(dag.finish));
    if total == 0 {
        return rule!(RankOfNoTotal, 0, params::N_RANK - 1);
    }
    let remain = total - finish.min(total);
    let remain = rule!(RemainWraps, remain, u64::from(dag.total.wrapping_sub(dag.finish)));
    let remain = rule!(RemainCountsNext, remain, remain.saturating_sub(1));
    let idx_of = |steps: u64| last - last.min(steps);
    let right = idx_of(n_rank * remain / total);
    let idx = rule!(RankRoundsUp, right, idx_of((n_rank * remain).div_ceil(total)));
    let idx = rule!(RankOfFinish, idx, last.min(n_rank * finish / total));
    let idx = rule!(RankOfLast, idx, idx_of(last * remain / total));
    let idx = rule!(RankOfPercent, idx, idx_of(n_rank * (100 * remain / total) / 100));
    let idx = rule!(RankOfTwenty, idx, 19 - (20 * remain / total).min(19));
    let idx = rule!(RankOfFresh, idx, if finish == 0 { last } else { idx });
    let idx = rule!(RankOfDone, idx, if finish >= total { 0 } else { idx });
    rule!(RankFalls, idx, last - right) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_example_of_4_3() {
        let dag = DagSlot { tag: 0, total: 10, finish: 9, is_dynamic: false, cp_priority: 100 };
        let idx = rank(&dag);
        assert_eq!(idx, 28);
        assert_eq!(static_priority(85, dag.cp_priority, 100 * (idx as u32 + 1)), 2465);
    }
}
