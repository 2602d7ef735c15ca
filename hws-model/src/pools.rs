//! The three pools of an attempt, kept sorted from one attempt to the next (scheduler.md §4).
//!
//! The lists are a cache: [`Pools::of`] computes them from the state alone, [`Pools::update`] re-sorts only the
//! entries named by [`Changes`]. Both apply the rules of `priority` and nothing else.
//!
//! # Why the cache cannot be stale
//! A rule of §4 reads the entry's validity, R-flag, eligibility, DAG slot, offline_priority and age, the
//! slot's DAG, P_TOP_K and SCALE_RATIO_TABLE_RANK. Each of these has private storage and few writers, and
//! every writer records the change:
//! * kernels change only through `ReadyStation`: `admit`, `free`, `set_reserved` and `boost_others` note
//!   the entry with all entries of its slot, and so does `update` whenever eligibility changes. `note` and
//!   `recompute` do not: they are for what §4 does not read (progress of failures, grants, masks);
//! * a DAG changes only through `DagTable::get_mut`, which notes the slot. A slot is allocated before its
//!   first kernel is admitted and freed after its last one has left, so neither affects a pool;
//! * registers are written by `Tables::store` alone, which notes P_TOP_K and the rank table as a change of
//!   everything. A soft reset replaces the tables, which initially report everything as changed.
//!
//! Recorded changes are applied at every LATCH, so no change is older than one attempt. `tests/tests/decisions.rs`
//! compares every launch with a decision computed from the state alone, and the random stimuli compare with a
//! second implementation that caches nothing.

use hws_types::{Entry, EntryMask};

use crate::changes::Changes;
use crate::entry_list::{EntryList, insert_sorted};
use crate::latched::Latched;
use crate::priority::{PTask, TopK};

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
    pub(crate) fn of(latched: &Latched<'_>) -> Self {
        let mut pools = Self::empty();
        pools.update(latched, Changes::ALL);
        pools
    }

    /// Moves the entries that may have changed to their current positions.
    pub(crate) fn update(&mut self, latched: &Latched<'_>, changes: Changes) {
        self.known = self.known - changes.reprioritised;
        self.sort_r_pool(latched);
        self.p.retain(|task| !changes.moved.has(task.entry));
        self.o.retain(|entry| !changes.moved.has(*entry));
        self.split_others(latched, changes.moved);
    }

    /// The R-pool (§4.1); it is small and sorted from scratch.
    fn sort_r_pool(&mut self, latched: &Latched<'_>) {
        self.r.clear();
        for entry in latched.r_tasks.iter() {
            insert_sorted(&mut self.r, entry, |a, b| latched.rs.is_older(*a, *b));
        }
    }

    /// §4.2: the others `among` the entries, in O-order, so that the first K of each slot come first.
    fn split_others(&mut self, latched: &Latched<'_>, among: EntryMask) {
        let rs = latched.rs;
        let mut top = TopK::new(latched.regs);
        for (entry, kernel) in rs.eligible_in_o_order(among - latched.r_tasks) {
            if top.takes(kernel) {
                let online_priority = self.online_priority(entry, latched);
                insert_sorted(&mut self.p, PTask { entry, online_priority }, |a, b| {
                    rs.precedes_in_p_pool(a, b)
                });
            } else {
                insert_sorted(&mut self.o, entry, |a, b| rs.precedes_in_o_pool(*a, *b));
            }
        }
    }

    fn online_priority(&mut self, entry: Entry, latched: &Latched<'_>) -> u32 {
        let online = &mut self.online[entry.index()];
        if !self.known.has(entry) {
            *online = latched.online_priority(entry);
            self.known = self.known.with(entry);
        }
        *online
    }
}
