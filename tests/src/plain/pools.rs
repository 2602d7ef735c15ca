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
            } else if kernel.is_eligible() {
                o.push(entry);
            }
        }
        r.sort_by_key(|&entry| self.kernel(entry).seq);
        p.sort_by_key(|task| (Reverse(task.online), self.kernel(task.entry).seq));
        o.sort_by_key(|&entry| (Reverse(self.kernel(entry).offline_priority), self.kernel(entry).seq));
        Pools { r, p, o }
    }

    /// §4.2: one of the first P_TOP_K eligible non-R kernels of its slot.
    fn is_among_the_best_of_its_dag(&self, kernel: &Kernel) -> bool {
        let rivals =
            |other: &&Kernel| !other.r_flag && other.is_eligible() && other.dag_slot == kernel.dag_slot;
        let comes_before = |other: &&Kernel| {
            other.offline_priority > kernel.offline_priority
                || other.offline_priority == kernel.offline_priority && other.is_older_than(kernel)
        };
        let better = self.kernels().map(|(_, other)| other).filter(rivals).filter(comes_before).count();
        kernel.is_eligible() && kernel.dag_slot.is_some() && better < self.regs.p_top_k.k() as usize
    }

    /// §4.3.
    fn online_priority(&self, kernel: &Kernel) -> u32 {
        let dag = kernel.dag_slot.and_then(|slot| self.dag[slot]).expect("P-tasks have a slot");
        if dag.is_dynamic {
            return kernel.offline_priority;
        }
        let scale = self.regs.scale_ratio_table_rank[rank(&dag)].ratio();
        static_priority(kernel.offline_priority, dag.cp_priority, scale)
    }
}

/// §4.3: ceil(offline × scale / cp), where offline / cp counts as 1 when cp is 0.
fn static_priority(offline: u32, cp: u32, scale: u32) -> u32 {
    let online = match cp {
        0 => u64::from(scale),
        _ => (u64::from(offline) * u64::from(scale)).div_ceil(cp.into()),
    };
    u32::try_from(online).unwrap_or(u32::MAX)
}

/// §4.3: idx, which rises as the DAG approaches its end.
fn rank(dag: &DagSlot) -> usize {
    let n_rank = params::N_RANK as u64;
    let (total, finish) = (u64::from(dag.total), u64::from(dag.finish));
    if total == 0 {
        return 0;
    }
    let remain = total - finish.min(total);
    (n_rank - 1 - (n_rank - 1).min(n_rank * remain / total)) as usize
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
