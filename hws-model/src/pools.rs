//! The three pools of an attempt, kept from one attempt to the next (scheduler.md §4).
//!
//! Only the P-pool is a list. The others are sets that follow from it and from the Ready Station, which puts the few
//! members in order that an attempt looks at. The list is a cache: [`Pools::of`] computes it from the state alone,
//! [`Pools::update`] moves only the entries that [`Changes`] names. Both apply the rules of `priority` and nothing else.
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
use crate::latched::Latched;
use crate::p_pool::PPool;
use crate::priority::PTask;

/// The P-pool in its order (§4.4), and what the others follow from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pools {
    p: PPool,
    p_tasks: EntryMask,
    /// The P-tasks whose online priority the Ready Station does not have yet (§6.5).
    unnoted: EntryMask,
    /// The entries whose online priority the Ready Station has, or will have after COMMIT.
    known: EntryMask,
}

impl Pools {
    pub(crate) const fn empty() -> Self {
        let none = EntryMask::EMPTY;
        Self { p: PPool::empty(), p_tasks: none, unnoted: none, known: none }
    }

    /// Pools with this P-pool, in its order, none of whose priorities is noted.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(tasks: &[PTask]) -> Self {
        let mut pools = Self::empty();
        for task in tasks {
            pools.p.insert(*task, |_, _| false);
            pools.p_tasks = pools.p_tasks.with(task.entry);
        }
        Self { unnoted: pools.p_tasks, ..pools }
    }

    /// Every kernel of the Ready Station in its pool.
    pub(crate) fn of(latched: &Latched<'_>) -> Self {
        let mut pools = Self::empty();
        pools.update(latched, Changes::ALL);
        pools
    }

    /// The P-pool, in its order.
    pub(crate) fn p(&self) -> &[PTask] {
        self.p.as_slice()
    }

    /// Some P-tasks, in the order of their pool. The search for them ends with the last one.
    pub(crate) fn p_in_order(&self, set: EntryMask) -> impl Iterator<Item = Entry> {
        self.in_order(set).map(|task| task.entry)
    }

    fn in_order(&self, mut set: EntryMask) -> impl Iterator<Item = &PTask> {
        let mut pool = self.p().iter();
        core::iter::from_fn(move || {
            if set.is_empty() {
                return None;
            }
            let task = pool.find(|task| set.has(task.entry))?;
            set = set.without(task.entry);
            Some(task)
        })
    }

    /// The members of the P-pool.
    pub(crate) const fn p_tasks(&self) -> EntryMask {
        self.p_tasks
    }

    /// The members of the O-pool: the eligible kernels that are neither R- nor P-tasks (§4.2).
    pub(crate) fn o_tasks(&self, latched: &Latched<'_>) -> EntryMask {
        latched.rs.eligible() - latched.r_tasks - self.p_tasks
    }

    /// Moves the entries that may have changed to their current positions.
    pub(crate) fn update(&mut self, latched: &Latched<'_>, changes: Changes) {
        self.known = self.known - changes.reprioritised;
        let members = latched.rs.p_tasks(changes.slots, latched.r_tasks, latched.regs.p_top_k.k());
        let staying = (members & self.p_tasks) - changes.reprioritised;
        self.remove((self.p_tasks & changes.moved) - staying);
        (members - staying).iter().for_each(|entry| self.insert(entry, latched));
    }

    fn remove(&mut self, leaving: EntryMask) {
        if !leaving.is_empty() {
            self.p.remove(leaving);
            self.p_tasks = self.p_tasks - leaving;
        }
    }

    fn insert(&mut self, entry: Entry, latched: &Latched<'_>) {
        let task = PTask { entry, online_priority: self.online_priority(entry, latched) };
        self.p.insert(task, |a, b| latched.rs.precedes_in_p_pool(a, b));
        self.p_tasks = self.p_tasks.with(entry);
        self.unnoted = self.unnoted.with(entry);
    }

    /// Computed at most once after a change. A known entry has been in the pool before, and the COMMIT of that attempt has
    /// noted its priority.
    fn online_priority(&mut self, entry: Entry, latched: &Latched<'_>) -> u32 {
        if self.known.has(entry) {
            return latched.rs.get(entry).map_or(0, |kernel| kernel.online_priority);
        }
        self.known = self.known.with(entry);
        latched.online_priority(entry)
    }

    /// The P-tasks whose online priority the Ready Station does not have yet. The next call returns only those that
    /// have joined since.
    pub(crate) fn take_unnoted(&mut self) -> impl Iterator<Item = PTask> {
        let unnoted = core::mem::take(&mut self.unnoted) & self.p_tasks;
        self.in_order(unnoted).copied()
    }

    /// Whether [`Self::take_unnoted`] would return none.
    pub(crate) const fn is_noted(&self) -> bool {
        self.unnoted.is_empty()
    }
}
