//! Pools and priorities (OPA; scheduler.md §4): who is looked at, and in which order.

use hws_regs::{RegFile, params};
use hws_types::Entry;

use crate::dag_table::{Dag, DagTable};
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
    /// Sorts the kernels of the Ready Station into the pools.
    pub(crate) fn of(rs: &ReadyStation, dags: &DagTable, regs: &RegFile) -> Self {
        let (p, o) = split(rs, regs.p_top_k.k());
        Self { r: r_pool(rs), p: p_pool(&p, rs, dags, regs), o }
    }
}

/// R-pool: older first.
fn r_pool(rs: &ReadyStation) -> EntryList<Entry> {
    let mut pool = EntryList::new();
    rs.r_tasks().for_each(|(entry, _)| insert_sorted(&mut pool, entry, |a, b| rs.is_older(*a, *b)));
    pool
}

/// The eligible others, which stand in O-order, divided: the first K of each DAG slot are P-tasks (§4.2).
fn split(rs: &ReadyStation, k: u32) -> (EntryList<Entry>, EntryList<Entry>) {
    let mut taken = [0; Entry::COUNT];
    let (mut p, mut o) = (EntryList::new(), EntryList::new());
    for (entry, kernel) in rs.others_by_priority().filter(|(_, kernel)| kernel.is_eligible()) {
        let pool = if is_among_top(k, kernel, &mut taken) { &mut p } else { &mut o };
        // Cannot fail: there are no more entries than places.
        let _ = pool.push(entry);
    }
    (p, o)
}

/// Whether the next kernel of its slot, in order, is still among the best K.
fn is_among_top(k: u32, kernel: &Kernel, taken: &mut [u32; Entry::COUNT]) -> bool {
    let Some(slot) = kernel.dag_slot else { return false };
    let count = &mut taken[slot.index()];
    let is_top = *count < k;
    *count += u32::from(is_top);
    is_top
}

/// P-pool: online priority descending, ties older first.
fn p_pool(entries: &[Entry], rs: &ReadyStation, dags: &DagTable, regs: &RegFile) -> EntryList<PTask> {
    let comes_first = |a: &PTask, b: &PTask| {
        a.online_priority > b.online_priority
            || a.online_priority == b.online_priority && rs.is_older(a.entry, b.entry)
    };
    let mut pool = EntryList::new();
    for &entry in entries {
        let online_priority = online_priority_of(entry, rs, dags, regs);
        insert_sorted(&mut pool, PTask { entry, online_priority }, comes_first);
    }
    pool
}

/// Puts an element in its place of a sorted list.
fn insert_sorted<T>(list: &mut EntryList<T>, element: T, comes_first: impl Fn(&T, &T) -> bool) {
    // Cannot fail: there are no more elements than places.
    let _ = list.push(element);
    let Some((last, sorted)) = list.split_last_mut() else { return };
    for other in sorted {
        if comes_first(last, other) {
            core::mem::swap(other, last);
        }
    }
}

fn online_priority_of(entry: Entry, rs: &ReadyStation, dags: &DagTable, regs: &RegFile) -> u32 {
    let Some(kernel) = rs.get(entry) else { return 0 };
    match kernel.dag_slot.and_then(|slot| dags.get(slot)) {
        Some(dag) => online_priority(kernel, dag, regs),
        None => 0,
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
