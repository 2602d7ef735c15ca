//! The Ready Station: up to 32 kernels whose dependencies are met, and their age (scheduler.md §2.4).
//!
//! Invariants: a kernel is an R-task exactly when its reserved mask is not empty; `eligible` has exactly the
//! valid entries that are eligible by §4.1; `order` and `sizes` have exactly the valid entries.

mod sets;

use hws_types::{Entry, EntryMask, SipMask};

use crate::changes::Changes;
use crate::derived::Derived;
use crate::kernel::Kernel;
use crate::order::Order;
use crate::priority::{self, PTask};
use crate::sizes::Sizes;

/// The entries, their order, and kernel_seq of the next kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ReadyStation {
    valid: EntryMask,
    r_tasks: EntryMask,
    eligible: EntryMask,
    kernels: [Kernel; Entry::COUNT],
    next_seq: u64,
    n_rs: u8,
    /// The valid entries in O-order (§4.4).
    order: Derived<Order>,
    sizes: Derived<Sizes>,
    /// The kernels on the critical path of their DAG.
    on_cp: Derived<EntryMask>,
    /// The kernels that have been overtaken: fail_times is not 0.
    overtaken: Derived<EntryMask>,
    /// The entries of each DAG slot.
    members: Derived<[EntryMask; Entry::COUNT]>,
    changes: Derived<Changes>,
}

impl ReadyStation {
    pub(crate) fn new(n_rs: u32) -> Self {
        Self {
            valid: EntryMask::EMPTY,
            r_tasks: EntryMask::EMPTY,
            eligible: EntryMask::EMPTY,
            kernels: [Kernel::default(); Entry::COUNT],
            next_seq: 0,
            n_rs: n_rs as u8,
            order: Derived(Order::empty()),
            sizes: Derived(Sizes::empty()),
            on_cp: Derived(EntryMask::EMPTY),
            overtaken: Derived(EntryMask::EMPTY),
            members: Derived([EntryMask::EMPTY; Entry::COUNT]),
            changes: Derived(Changes::ALL),
        }
    }

    /// A Ready Station with these kernels.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(n_rs: u32, kernels: &[Option<Kernel>; Entry::COUNT], next_seq: u64) -> Self {
        let mut station = Self { next_seq, ..Self::new(n_rs) };
        for (entry, kernel) in Entry::all().zip(kernels) {
            if let Some(kernel) = kernel {
                station.put(entry, *kernel);
            }
        }
        station
    }

    /// kernel_seq of the next kernel.
    #[cfg(feature = "serde")]
    pub(crate) const fn next_seq(&self) -> u64 {
        self.next_seq
    }

    pub(crate) fn valid(&self) -> EntryMask {
        self.valid
    }

    pub(crate) fn is_full(&self) -> bool {
        self.valid.len() >= u32::from(self.n_rs)
    }

    pub(crate) fn get(&self, entry: Entry) -> Option<&Kernel> {
        if self.valid.has(entry) { Some(&self.kernels[entry.index()]) } else { None }
    }

    /// Changes a kernel, possibly in its eligibility. Not for changes of its offline_priority, its reserved mask
    /// or its DAG slot.
    pub(crate) fn update<T>(&mut self, entry: Entry, change: impl FnOnce(&mut Kernel) -> T) -> Option<T> {
        if !self.valid.has(entry) {
            return None;
        }
        let kernel = &mut self.kernels[entry.index()];
        let result = change(kernel);
        let is_eligible = kernel.is_eligible();
        if is_eligible != self.eligible.has(entry) {
            self.eligible = self.eligible.with_if(entry, is_eligible);
            self.note_move(entry);
        }
        Some(result)
    }

    /// Changes a kernel in a way that no pool depends on.
    pub(crate) fn note(&mut self, entry: Entry, change: impl FnOnce(&mut Kernel)) {
        if self.valid.has(entry) {
            change(&mut self.kernels[entry.index()]);
        }
    }

    /// Takes the changes since the last call.
    pub(crate) fn take_changes(&mut self) -> Changes {
        core::mem::replace(&mut self.changes.0, Changes::NONE)
    }

    /// Whether anything has changed since [`Self::take_changes`] was called.
    pub(crate) fn has_changes(&self) -> bool {
        !(self.changes.0.moved | self.changes.0.reprioritised).is_empty()
    }

    /// The entries of some DAG slots.
    pub(crate) fn members(&self, slots: EntryMask) -> EntryMask {
        slots.iter().fold(EntryMask::EMPTY, |all, slot| all | self.members.0[slot.index()])
    }

    fn note_move(&mut self, entry: Entry) {
        let changes = &mut self.changes.0;
        changes.moved = changes.moved.with(entry);
        if let Some(slot) = self.kernels[entry.index()].dag_slot {
            changes.moved = changes.moved | self.members.0[slot.index()];
            changes.slots = changes.slots.with(slot);
        }
    }

    /// The kernels, entries ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entry, &Kernel)> {
        self.pairs(self.valid.iter())
    }

    /// The R-tasks, entries ascending.
    pub(crate) fn r_tasks(&self) -> impl Iterator<Item = (Entry, &Kernel)> {
        self.pairs(self.r_tasks.iter())
    }

    /// The entries of the R-tasks.
    pub(crate) fn r_task_entries(&self) -> EntryMask {
        self.r_tasks
    }

    /// The number of R-tasks.
    pub(crate) fn r_task_count(&self) -> u32 {
        self.r_tasks.len()
    }

    /// The entries that are eligible (§4.1).
    pub(crate) const fn eligible(&self) -> EntryMask {
        self.eligible
    }

    /// A kernel was overtaken (§6.4 a).
    pub(crate) fn count_failure(&mut self, entry: Entry) {
        if self.valid.has(entry) {
            let kernel = &mut self.kernels[entry.index()];
            kernel.fail_times = kernel.fail_times.saturating_add(1);
            self.overtaken.0 = self.overtaken.0.with(entry);
        }
    }

    fn pairs(&self, entries: impl Iterator<Item = Entry>) -> impl Iterator<Item = (Entry, &Kernel)> {
        entries.map(|entry| (entry, &self.kernels[entry.index()]))
    }

    /// Makes the kernel an R-task with these reserved SIPs or, with an empty mask, ends its being an R-task.
    pub(crate) fn set_reserved(&mut self, entry: Entry, mask: SipMask) {
        if self.valid.has(entry) {
            self.kernels[entry.index()].reserved = mask;
            self.r_tasks = self.r_tasks.with_if(entry, !mask.is_empty());
            self.note_move(entry);
        }
    }

    /// Admits a kernel to the lowest free entry. It gets the next kernel_seq and is the youngest. `None`, without
    /// an effect, when no entry is free.
    pub(crate) fn admit(&mut self, mut kernel: Kernel) -> Option<Entry> {
        let entry = Entry::new(self.valid.0.trailing_ones()).filter(|_| !self.is_full())?;
        kernel.seq = self.next_seq;
        self.next_seq += 1;
        self.put(entry, kernel);
        Some(entry)
    }

    /// Fills an entry that is free.
    fn put(&mut self, entry: Entry, kernel: Kernel) {
        self.kernels[entry.index()] = kernel;
        self.valid = self.valid.with(entry);
        self.r_tasks = self.r_tasks.with_if(entry, !kernel.reserved.is_empty());
        self.eligible = self.eligible.with_if(entry, kernel.is_eligible());
        if let Some(slot) = kernel.dag_slot {
            let members = &mut self.members.0[slot.index()];
            *members = members.with(entry);
        }
        self.note_move(entry);
        self.changes.0.reprioritised = self.changes.0.reprioritised.with(entry);
        let kernels = &self.kernels;
        self.order.0.insert(entry, |a, b| precedes(kernels, a, b));
        self.sizes.0.insert(entry, kernel.threads);
        self.on_cp.0 = self.on_cp.0.with_if(entry, kernel.td.on_cp);
        self.overtaken.0 = self.overtaken.0.with_if(entry, kernel.fail_times > 0);
    }

    /// Frees an entry.
    pub(crate) fn free(&mut self, entry: Entry) {
        self.note_move(entry);
        let kernel = core::mem::take(&mut self.kernels[entry.index()]);
        if let Some(slot) = kernel.dag_slot {
            let members = &mut self.members.0[slot.index()];
            *members = members.without(entry);
        }
        let Self { valid, r_tasks, eligible, on_cp, overtaken, .. } = self;
        for set in [valid, r_tasks, eligible, &mut on_cp.0, &mut overtaken.0] {
            *set = set.without(entry);
        }
        self.order.0.remove(entry);
        self.sizes.0.remove(entry);
    }

    /// A row of the age matrix: the valid entries that are younger.
    pub(crate) fn younger(&self, entry: Entry) -> EntryMask {
        let younger = self.valid.iter().filter(|&other| self.is_older(entry, other));
        younger.fold(EntryMask::EMPTY, EntryMask::with)
    }

    /// [`priority::precedes_in_p_pool`] of two valid entries.
    pub(crate) fn precedes_in_p_pool(&self, task: &PTask, other: &PTask) -> bool {
        let of = |task: &PTask| (task.online_priority, &self.kernels[task.entry.index()]);
        priority::precedes_in_p_pool(of(task), of(other))
    }

    /// [`priority::is_older`] of two valid entries.
    pub(crate) fn is_older(&self, entry: Entry, than: Entry) -> bool {
        priority::is_older(&self.kernels[entry.index()], &self.kernels[than.index()])
    }

    /// AGE_BOOST (§2.5): raises the offline_priority of every other resident kernel of the slot by one.
    pub(crate) fn boost_others(&mut self, slot: Entry, except: Entry) {
        let members = self.members.0[slot.index()];
        for entry in members.without(except).iter() {
            let kernel = &mut self.kernels[entry.index()];
            kernel.offline_priority = kernel.offline_priority.saturating_add(1);
        }
        let Self { order, kernels, .. } = self;
        order.0.sort(|a, b| precedes(kernels, a, b));
        self.changes.0 = self.changes.0.with_all_of(slot.mask(), members);
    }

    /// Gives a kernel this offline_priority, and moves it to its place in the order.
    pub(crate) fn set_offline_priority(&mut self, entry: Entry, offline_priority: u32) {
        if let Some(&kernel) = self.get(entry) {
            self.free(entry);
            self.put(entry, Kernel { offline_priority, ..kernel });
        }
    }

    /// Derives again the fields of each kernel that follow from the registers.
    pub(crate) fn recompute(&mut self, derive: impl Fn(&mut Kernel)) {
        self.valid.iter().for_each(|entry| derive(&mut self.kernels[entry.index()]));
    }
}

fn precedes(kernels: &[Kernel; Entry::COUNT], a: Entry, b: Entry) -> bool {
    priority::precedes_in_o_pool(&kernels[a.index()], &kernels[b.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use hws_types::TaskDescriptor;

    fn eligible() -> Kernel {
        let td = TaskDescriptor { enable_sip_alloc: true, block_num: 1, ..Default::default() };
        Kernel { td, trigger: 1, ..Kernel::default() }
    }

    #[test]
    fn a_reused_entry_is_the_youngest() {
        let mut rs = ReadyStation::new(16);
        let [a, b, c] = [0; 3].map(|_| rs.admit(Kernel::default()).unwrap());
        rs.free(a);
        let d = rs.admit(Kernel::default()).unwrap();
        assert_eq!(d, a, "the lowest free entry");
        assert!(rs.is_older(b, c) && rs.is_older(c, d) && rs.is_older(b, d));
        assert!(!rs.is_older(d, b));
        assert_eq!(rs.get(d).unwrap().seq, 3);
    }

    #[test]
    fn kernels_are_ordered_by_priority_and_age() {
        let mut rs = ReadyStation::new(32);
        let slot = Some(Entry::wrapping(9));
        let entries = [5, 7, 5, 9, 7].map(|offline_priority| {
            rs.admit(Kernel { offline_priority, dag_slot: slot, ..eligible() }).unwrap()
        });
        let order = |rs: &ReadyStation| {
            rs.in_o_order(rs.eligible() - rs.r_task_entries())
                .map(|(entry, _)| entry.get())
                .collect::<heapless::Vec<_, 32>>()
        };
        assert_eq!(order(&rs), [3, 1, 4, 0, 2]);
        // Every kernel but the last gains one: 6 8 6 10 7.
        rs.boost_others(Entry::wrapping(9), entries[4]);
        assert_eq!(order(&rs), [3, 1, 4, 0, 2]);
        rs.free(entries[1]);
        let reused = rs.admit(Kernel { offline_priority: 6, ..eligible() }).unwrap();
        assert_eq!(reused.get(), 1);
        assert_eq!(order(&rs), [3, 4, 0, 2, 1], "the youngest of equals comes last");
        rs.set_reserved(entries[4], SipMask(1));
        assert_eq!(order(&rs), [3, 0, 2, 1]);
        assert_eq!(rs.r_task_count(), 1);
    }

    #[test]
    fn a_full_station_admits_nothing() {
        let mut rs = ReadyStation::new(16);
        (0..16).for_each(|_| assert!(rs.admit(Kernel::default()).is_some()));
        let full = rs;
        assert_eq!(rs.admit(Kernel::default()), None);
        assert_eq!(rs, full);
    }
}
