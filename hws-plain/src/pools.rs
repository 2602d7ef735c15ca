//! The pools and their order (§4).

use std::cmp::Reverse;

use hws_regs::params;

use super::PlainHws;
use super::attempt::PlainPTask;
use super::kernel::{DagSlot, Kernel};

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
            if kernel.r_flag {
                r.push(entry);
            } else if self.is_among_the_best_of_its_dag(kernel) {
                p.push(PlainPTask { entry, online: self.online_priority(kernel) });
            } else if kernel.is_eligible() && rule!(OPoolWithoutSlot, true, kernel.dag_slot.is_some()) {
                o.push(entry);
            }
        }
        let seq = |entry: usize| self.kernel(entry).seq;
        let offline = |entry: usize| Reverse(self.kernel(entry).offline_priority);
        let right = rule!(ROrderEntry, by_key(&r, |&entry| seq(entry)), r.clone());
        let right = rule!(ROrderYoungest, right, by_key(&r, |&entry| Reverse(seq(entry))));
        let r = rule!(ROrderOffline, right, by_key(&r, |&entry| (offline(entry), seq(entry))));
        let right = by_key(&p, |task| (Reverse(task.online), seq(task.entry)));
        let right =
            rule!(PTieYoungest, right, by_key(&p, |task| (Reverse(task.online), Reverse(seq(task.entry)))));
        let right = rule!(PTieEntry, right, by_key(&p, |task| Reverse(task.online)));
        let right = rule!(POrderAscending, right, by_key(&p, |task| (task.online, seq(task.entry))));
        let right = rule!(POrderAge, right, by_key(&p, |task| seq(task.entry)));
        let p = rule!(POrderOffline, right, by_key(&p, |task| (offline(task.entry), seq(task.entry))));
        let right = by_key(&o, |&entry| (offline(entry), seq(entry)));
        let right = rule!(OTieYoungest, right, by_key(&o, |&entry| (offline(entry), Reverse(seq(entry)))));
        let right = rule!(OTieEntry, right, by_key(&o, |&entry| offline(entry)));
        let o = rule!(OOrderAge, right, by_key(&o, |&entry| seq(entry)));
        Pools { r, p, o }
    }

    /// §4.2: one of the first P_TOP_K eligible non-R kernels of its slot.
    fn is_among_the_best_of_its_dag(&self, kernel: &Kernel) -> bool {
        let rivals = |other: &&Kernel| {
            rule!(TopKCountsR, !other.r_flag, true)
                && rule!(TopKCountsWaiting, other.is_eligible(), true)
                && rule!(TopKOfAllDags, other.dag_slot == kernel.dag_slot, true)
        };
        let comes_before = |other: &&Kernel| {
            let is_tie = other.offline_priority == kernel.offline_priority;
            other.offline_priority > kernel.offline_priority
                || is_tie && rule!(TopKTieYoungest, other.is_older_than(kernel), kernel.is_older_than(other))
        };
        let better = self.kernels().map(|(_, other)| other).filter(rivals).filter(comes_before).count();
        let k = self.regs.p_top_k.k() as usize;
        let has_slot = rule!(SlotlessIsP, kernel.dag_slot.is_some(), self.dag[0].is_some());
        let is_best = rule!(TopKMore, better < k, better <= k);
        let is_best = rule!(TopKLess, is_best, better + 1 < k);
        let is_best = rule!(TopKOne, is_best, better == 0);
        let is_best = rule!(TopKAll, is_best, true);
        kernel.is_eligible() && has_slot && is_best
    }

    /// §4.3.
    fn online_priority(&self, kernel: &Kernel) -> u32 {
        let slot = kernel.dag_slot.unwrap_or(0);
        let dag = self.dag[slot].unwrap_or_else(|| DagSlot::new(0));
        let is_dynamic = rule!(DynamicIgnored, dag.is_dynamic, false);
        if rule!(DynamicAlways, is_dynamic, true) {
            return kernel.offline_priority;
        }
        let idx = rank(&dag);
        let idx = rule!(RankLate, idx, idx.saturating_sub(1));
        let idx = rule!(RankEarly, idx, (idx + 1).min(params::N_RANK - 1));
        let scale = self.regs.scale_ratio_table_rank[idx].ratio();
        static_priority(kernel.offline_priority, dag.cp_priority, scale)
    }
}

/// §4.3: ceil(offline × scale / cp), where offline / cp counts as 1 when cp is 0.
fn static_priority(offline: u32, cp: u32, scale: u32) -> u32 {
    let online = match cp {
        0 => rule!(CpZero, u64::from(scale), u64::from(offline) * u64::from(scale)),
        _ => {
            let product = u64::from(offline) * u64::from(scale);
            let online = rule!(RoundDown, product.div_ceil(cp.into()), product / u64::from(cp));
            rule!(DivideFirst, online, u64::from(offline.div_ceil(cp)) * u64::from(scale))
        }
    };
    rule!(OnlineWraps, u32::try_from(online).unwrap_or(u32::MAX), online as u32)
}

/// §4.3: idx, which rises as the DAG approaches its end.
fn rank(dag: &DagSlot) -> usize {
    let n_rank = params::N_RANK as u64;
    let (total, finish) = (u64::from(dag.total), u64::from(dag.finish));
    if total == 0 {
        return rule!(RankOfNoTotal, 0, params::N_RANK - 1);
    }
    let remain = total - finish.min(total);
    let right = n_rank - 1 - (n_rank - 1).min(n_rank * remain / total);
    let idx = rule!(RankRoundsUp, right, n_rank - 1 - (n_rank - 1).min((n_rank * remain).div_ceil(total)));
    rule!(RankFalls, idx, n_rank - 1 - right) as usize
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
