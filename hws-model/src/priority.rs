//! Pools and priorities (OPA; scheduler.md §4): who is looked at, and in which order.

use hws_regs::{RegFile, params};
use hws_types::Entry;

use crate::core::Core;
use crate::dag_table::Dag;
use crate::entry_list::EntryList;
use crate::kernel::Kernel;
use crate::ready_station::ReadyStation;

/// A P-task with the priority it competes with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PTask {
    /// Its entry.
    pub entry: Entry,
    /// Its online_priority.
    pub online_priority: u32,
}

/// The three pools, each in its order (§4.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pools {
    pub(crate) r: EntryList<Entry>,
    pub(crate) p: EntryList<PTask>,
    pub(crate) o: EntryList<Entry>,
}

impl Pools {
    pub(crate) const fn empty() -> Self {
        Self { r: EntryList::new(), p: EntryList::new(), o: EntryList::new() }
    }

    /// Sorts the kernels of the Ready Station into the pools.
    pub(crate) fn sort(&mut self, core: &Core) {
        self.sort_r_pool(&core.rs);
        self.split_others(core);
    }

    /// R-pool: older first.
    fn sort_r_pool(&mut self, rs: &ReadyStation) {
        self.r.clear();
        rs.r_tasks().for_each(|(entry, _)| insert_sorted(&mut self.r, entry, |a, b| rs.is_older(*a, *b)));
    }

    /// The eligible others stand in O-order; the first K of each DAG slot are P-tasks (§4.2), online
    /// priority descending, ties older first.
    fn split_others(&mut self, core: &Core) {
        let k = core.regs.p_top_k.k() as u8;
        let mut taken = [0; Entry::COUNT];
        self.p.clear();
        self.o.clear();
        for (entry, kernel) in core.rs.eligible_others_by_priority() {
            match top_of_dag(core, kernel, k, &mut taken) {
                Some(dag) => {
                    let online_priority = online_priority(kernel, dag, &core.regs);
                    insert_sorted(&mut self.p, PTask { entry, online_priority }, |a, b| {
                        comes_first(a, b, &core.rs)
                    });
                }
                // Cannot fail: there are no more entries than places.
                None => drop(self.o.push(entry)),
            }
        }
    }
}

/// The DAG of the next kernel in order, while the kernel is still among the best K of its slot.
fn top_of_dag<'a>(core: &'a Core, kernel: &Kernel, k: u8, taken: &mut [u8; Entry::COUNT]) -> Option<&'a Dag> {
    let slot = kernel.dag_slot?;
    let count = &mut taken[slot.index()];
    if *count >= k {
        return None;
    }
    *count += 1;
    core.dags.get(slot)
}

fn comes_first(a: &PTask, b: &PTask, rs: &ReadyStation) -> bool {
    a.online_priority > b.online_priority
        || a.online_priority == b.online_priority && rs.is_older(a.entry, b.entry)
}

/// Puts an element in its place of a sorted list.
fn insert_sorted<T>(list: &mut EntryList<T>, element: T, comes_first: impl Fn(&T, &T) -> bool) {
    // Cannot fail: there are no more elements than places.
    let _ = list.push(element);
    sink_last(list, comes_first);
}

/// Moves the last element to its place among the others, which are sorted.
pub(crate) fn sink_last<T>(list: &mut [T], comes_first: impl Fn(&T, &T) -> bool) {
    let mut rest = list;
    while let [before @ .., other, last] = rest
        && comes_first(last, other)
    {
        core::mem::swap(other, last);
        let len = before.len() + 1;
        rest = rest.get_mut(..len).unwrap_or_default();
    }
}

/// online_priority of a P-task (§4.3).
fn online_priority(kernel: &Kernel, dag: &Dag, regs: &RegFile) -> u32 {
    if dag.dynamic {
        return kernel.offline_priority;
    }
    let scale = regs.scale_ratio_table_rank.get(rank_of(dag, params::N_RANK)).map_or(0, |rank| rank.ratio());
    scaled(kernel.offline_priority, scale, dag.cp_priority)
}

/// `ceil(offline × scale / cp)`, saturated; the ratio offline/cp counts as 1 when cp = 0.
fn scaled(offline: u32, scale: u32, cp: u32) -> u32 {
    match cp {
        0 => scale,
        // The product of two 32-bit numbers fits 64 bits.
        cp => (u64::from(offline) * u64::from(scale)).div_ceil(u64::from(cp)).min(u64::from(u32::MAX)) as u32,
    }
}

/// Index into a scale table of `ranks` ratios: 0 for a DAG that has everything before it.
fn rank_of(dag: &Dag, ranks: usize) -> usize {
    let (ranks, last) = (ranks as u64, (ranks as u64).saturating_sub(1));
    let remain = u64::from(dag.total - dag.finish.min(dag.total));
    match dag.total {
        0 => 0,
        total => (last - last.min(ranks * remain / u64::from(total))) as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dag(total: u32, finish: u32) -> Dag {
        Dag { total, finish, ..Dag::default() }
    }

    #[test]
    fn worked_example_of_section_4_3() {
        // offline/cp = 0.85, 10 % remaining, SCALE[i] = 100 (i + 1).
        let rank = rank_of(&dag(100, 90), 32);
        assert_eq!(rank, 28);
        assert_eq!(scaled(85, 100 * (rank as u32 + 1), 100), 2465);
    }

    #[test]
    fn ranks_stay_inside_the_table() {
        for ranks in [1, 20, 32] {
            assert_eq!(rank_of(&dag(0, 5), ranks), 0, "total 0");
            assert_eq!(rank_of(&dag(10, 0), ranks), 0, "everything remains");
            assert_eq!(rank_of(&dag(10, 10), ranks), ranks - 1);
            assert_eq!(rank_of(&dag(10, 11), ranks), ranks - 1, "more finished than there are");
            assert_eq!(rank_of(&dag(u32::MAX, 0), ranks), 0);
        }
    }

    #[test]
    fn priorities_round_up_and_saturate() {
        assert_eq!(scaled(1, 10, 3), 4);
        assert_eq!(scaled(u32::MAX, u32::MAX, 1), u32::MAX);
        assert_eq!(scaled(7, 300, 0), 300, "cp = 0");
    }
}
