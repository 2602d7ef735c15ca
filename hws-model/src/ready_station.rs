//! The Ready Station: up to 32 kernels whose dependencies are met, and who is older (scheduler.md §2.4).
//!
//! Invariants: a kernel is an R-task exactly when its reserved mask is not empty; rows of the age
//! matrix name valid entries only; `by_priority` lists exactly the valid entries, sorted.

use hws_types::{Entry, EntryMask, SipMask};

use crate::entry_list::EntryList;
use crate::kernel::Kernel;

/// The entries, the age matrix and the number of the next kernel.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ReadyStation {
    valid: EntryMask,
    kernels: [Kernel; Entry::COUNT],
    /// Bit j of row i: entry i is older than valid entry j.
    older_than: [EntryMask; Entry::COUNT],
    /// By offline_priority descending, ties older first.
    by_priority: EntryList<Entry>,
    r_tasks: EntryMask,
    next_seq: u32,
    n_rs: u8,
}

impl ReadyStation {
    pub(crate) fn new(n_rs: u32) -> Self {
        Self {
            valid: EntryMask::EMPTY,
            kernels: [Kernel::default(); Entry::COUNT],
            older_than: [EntryMask::EMPTY; Entry::COUNT],
            by_priority: EntryList::new(),
            r_tasks: EntryMask::EMPTY,
            next_seq: 0,
            n_rs: n_rs as u8,
        }
    }

    pub(crate) fn valid(&self) -> EntryMask {
        self.valid
    }

    pub(crate) fn is_full(&self) -> bool {
        self.valid.len() >= u32::from(self.n_rs)
    }

    pub(crate) fn get(&self, entry: Entry) -> Option<&Kernel> {
        self.valid.has(entry).then(|| &self.kernels[entry.index()])
    }

    pub(crate) fn get_mut(&mut self, entry: Entry) -> Option<&mut Kernel> {
        self.valid.has(entry).then(|| &mut self.kernels[entry.index()])
    }

    /// The kernels, entries ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entry, &Kernel)> {
        self.valid.iter().map(|entry| (entry, &self.kernels[entry.index()]))
    }

    /// The R-tasks, entries ascending.
    pub(crate) fn r_tasks(&self) -> impl Iterator<Item = (Entry, &Kernel)> {
        self.r_tasks.iter().map(|entry| (entry, &self.kernels[entry.index()]))
    }

    /// The entries of the R-tasks.
    pub(crate) fn r_task_entries(&self) -> EntryMask {
        self.r_tasks
    }

    /// How many R-tasks there are.
    pub(crate) fn r_task_count(&self) -> u32 {
        self.r_tasks.len()
    }

    /// The kernels that are not R-tasks, by offline_priority descending, ties older first.
    pub(crate) fn others_by_priority(&self) -> impl Iterator<Item = (Entry, &Kernel)> {
        let others = self.by_priority.iter().copied().filter(|&entry| !self.r_tasks.has(entry));
        others.map(|entry| (entry, &self.kernels[entry.index()]))
    }

    /// Makes the kernel an R-task, or with an empty mask no longer one.
    pub(crate) fn set_reserved(&mut self, entry: Entry, mask: SipMask) {
        if let Some(kernel) = self.get_mut(entry) {
            kernel.reserved = mask;
            self.r_tasks =
                if mask.is_empty() { self.r_tasks.without(entry) } else { self.r_tasks.with(entry) };
        }
    }

    /// Admits a kernel in the lowest free entry: it gets the next kernel_seq and is the youngest.
    /// `None`, and nothing changes, when no entry is free.
    pub(crate) fn admit(&mut self, mut kernel: Kernel) -> Option<Entry> {
        let entry = Entry::new(self.valid.0.trailing_ones()).filter(|_| !self.is_full())?;
        kernel.seq = self.next_seq;
        self.next_seq = self.next_seq.wrapping_add(1);
        for older in self.valid.iter() {
            let row = &mut self.older_than[older.index()];
            *row = row.with(entry);
        }
        self.older_than[entry.index()] = EntryMask::EMPTY;
        self.kernels[entry.index()] = kernel;
        self.valid = self.valid.with(entry);
        // There is room: the list has a place for each entry.
        let _ = self.by_priority.push(entry);
        self.sink_last(self.by_priority.len());
        Some(entry)
    }

    /// Frees an entry.
    pub(crate) fn free(&mut self, entry: Entry) {
        self.valid = self.valid.without(entry);
        self.kernels[entry.index()] = Kernel::default();
        for row in &mut self.older_than {
            *row = row.without(entry);
        }
        self.older_than[entry.index()] = EntryMask::EMPTY;
        self.r_tasks = self.r_tasks.without(entry);
        self.by_priority.retain(|&other| other != entry);
    }

    /// Row of the age matrix: the valid entries that are younger.
    pub(crate) fn younger(&self, entry: Entry) -> EntryMask {
        self.older_than[entry.index()]
    }

    pub(crate) fn is_older(&self, entry: Entry, than: Entry) -> bool {
        self.younger(entry).has(than)
    }

    /// AGE_BOOST: every other resident kernel of the slot gains one (§2.5).
    pub(crate) fn boost_others(&mut self, slot: Entry, except: Entry) {
        for entry in self.valid.without(except).iter() {
            let kernel = &mut self.kernels[entry.index()];
            if kernel.dag_slot == Some(slot) {
                kernel.offline_priority = kernel.offline_priority.saturating_add(1);
            }
        }
        (1..=self.by_priority.len()).for_each(|sorted| self.sink_last(sorted));
    }

    /// Moves the last of the first `len` elements of `by_priority`, the others of which are sorted, to
    /// its place.
    fn sink_last(&mut self, len: usize) {
        let Self { by_priority, kernels, older_than, .. } = self;
        let Some((last, sorted)) = by_priority.get_mut(..len).and_then(<[Entry]>::split_last_mut) else {
            return;
        };
        let priority = |entry: Entry| kernels[entry.index()].offline_priority;
        for entry in sorted {
            let (mine, other) = (priority(*last), priority(*entry));
            if mine > other || mine == other && older_than[last.index()].has(*entry) {
                core::mem::swap(entry, last);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn kernels_stand_by_priority_and_age() {
        let mut rs = ReadyStation::new(32);
        let slot = Some(Entry::wrapping(9));
        let entries = [5, 7, 5, 9, 7].map(|offline_priority| {
            rs.admit(Kernel { offline_priority, dag_slot: slot, ..Kernel::default() }).unwrap()
        });
        let order = |rs: &ReadyStation| {
            rs.others_by_priority().map(|(entry, _)| entry.get()).collect::<heapless::Vec<_, 32>>()
        };
        assert_eq!(order(&rs), [3, 1, 4, 0, 2]);
        // Everyone but the last gains one: 6 8 6 10 7.
        rs.boost_others(Entry::wrapping(9), entries[4]);
        assert_eq!(order(&rs), [3, 1, 4, 0, 2]);
        rs.free(entries[1]);
        let reused = rs.admit(Kernel { offline_priority: 6, ..Kernel::default() }).unwrap();
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
        let full = rs.clone();
        assert_eq!(rs.admit(Kernel::default()), None);
        assert_eq!(rs, full);
    }
}
