//! Pools and priorities (OPA; scheduler.md §4): who is looked at, and in which order.

use hws_regs::{RegFile, params};
use hws_types::{Entry, EntryMask};

use crate::core::Core;
use crate::dag_table::Dag;
use crate::entry_list::EntryList;
use crate::kernel::Kernel;
use crate::ready_station::ReadyStation;

/// A P-task with the priority it competes with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PTask {
    /// Its entry.
    pub entry: Entry,
    /// Its online_priority.
    pub online_priority: u32,
}

/// The three pools, each in its order (§4.4).
#[derive(Clone, Debug)]
pub(crate) struct Pools {
    pub(crate) r: EntryList<Entry>,
    pub(crate) p: EntryList<PTask>,
    pub(crate) o: EntryList<Entry>,
    /// online_priority of the `known` entries.
    online: [u32; Entry::COUNT],
    known: EntryMask,
}

impl Pools {
    pub(crate) const fn empty() -> Self {
        Self {
            r: EntryList::new(),
            p: EntryList::new(),
            o: EntryList::new(),
            online: [0; Entry::COUNT],
            known: EntryMask::EMPTY,
        }
    }

    /// Every kernel of the Ready Station in its pool.
    pub(crate) fn of(core: &Core) -> Self {
        let mut pools = Self::empty();
        pools.sort(core, EntryMask::ALL, EntryMask::ALL);
        pools
    }

    /// Puts the entries that may have `moved` where they belong now. They are all of the slots concerned;
    /// the online priorities of the `reprioritised` are found again.
    pub(crate) fn sort(&mut self, core: &Core, moved: EntryMask, reprioritised: EntryMask) {
        self.known = self.known - reprioritised;
        self.sort_r_pool(&core.rs);
        self.p.retain(|task| !moved.has(task.entry));
        self.o.retain(|entry| !moved.has(*entry));
        self.split_others(core, moved);
    }

    /// R-pool (§4.1): older first (§4.4).
    fn sort_r_pool(&mut self, rs: &ReadyStation) {
        self.r.clear();
        rs.r_tasks().for_each(|(entry, _)| insert_sorted(&mut self.r, entry, |a, b| rs.is_older(*a, *b)));
    }

    /// The eligible others, which come in O-order: the first K of each DAG slot are P-tasks (§4.2), online
    /// priority descending, ties older first; the rest stand in O-order (§4.4).
    fn split_others(&mut self, core: &Core, among: EntryMask) {
        let rs = &core.rs;
        let k = core.regs.p_top_k.k() as u8;
        let mut taken = [0; Entry::COUNT];
        for (entry, kernel) in rs.others_by_priority(among) {
            if is_among_top(k, kernel, &mut taken) {
                let online_priority = self.online_priority(entry, core);
                insert_sorted(&mut self.p, PTask { entry, online_priority }, |a, b| comes_first(a, b, rs));
            } else {
                insert_sorted(&mut self.o, entry, |a, b| rs.comes_first(*a, *b));
            }
        }
    }

    fn online_priority(&mut self, entry: Entry, core: &Core) -> u32 {
        let online = &mut self.online[entry.index()];
        if !self.known.has(entry) {
            *online = online_priority_of(entry, core);
            self.known = self.known.with(entry);
        }
        *online
    }
}

/// Whether the next kernel of its slot, in order, is still among the best K.
fn is_among_top(k: u8, kernel: &Kernel, taken: &mut [u8; Entry::COUNT]) -> bool {
    let Some(slot) = kernel.dag_slot else { return false };
    let count = &mut taken[slot.index()];
    let is_top = *count < k;
    *count += u8::from(is_top);
    is_top
}

fn online_priority_of(entry: Entry, core: &Core) -> u32 {
    let Some(kernel) = core.rs.get(entry) else { return 0 };
    let dag = kernel.dag_slot.and_then(|slot| core.dags.get(slot));
    dag.map_or(0, |dag| online_priority(kernel, dag, &core.regs))
}

pub(crate) fn comes_first(a: &PTask, b: &PTask, rs: &ReadyStation) -> bool {
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
