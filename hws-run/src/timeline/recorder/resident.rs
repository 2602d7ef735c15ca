//! The kernels in the Ready Station.

use hws_types::{Cycle, Entry, EntryMask};

use super::Shape;
use super::log::{Finished, Log, Storage};

/// A resident kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Resident {
    pub(super) kernel: u32,
    pub(super) seq: u32,
    /// None of a kernel that the workload does not have.
    pub(super) shape: Option<Shape>,
}

impl Resident {
    /// Itself, if the workload has the kernel: descriptors of compiled firmware may name any.
    pub(super) fn known(self) -> Option<Self> {
        self.shape.map(|_| self)
    }
}

/// The resident kernels, and their number over time.
#[derive(Clone, Debug, Default)]
pub(super) struct Residents {
    entries: [Option<Resident>; Entry::COUNT],
    /// Those that have no blocks to launch.
    prefetches: EntryMask,
    /// Their number over time, if it is wanted.
    counts: Log<(Cycle, u32)>,
    /// The last number, which may change within its cycle, and the one before.
    last: Option<(Cycle, u32)>,
    before: u32,
}

impl Residents {
    /// Notes their number over time, too.
    pub(super) fn counted(storage: &Storage) -> Self {
        Self { counts: Log::new(storage), ..Self::default() }
    }

    pub(super) fn get(&self, entry: Entry) -> Option<Resident> {
        self.entries[entry.index()]
    }

    /// The entries of the kernels that have no blocks to launch.
    pub(super) fn prefetches(&self) -> EntryMask {
        self.prefetches
    }

    /// kernel_id of the kernel in an entry; 0 if it has another kernel_seq.
    pub(super) fn kernel_in(&self, entry: Entry, seq: u32) -> u32 {
        self.get(entry).filter(|resident| resident.seq == seq).map_or(0, |resident| resident.kernel)
    }

    pub(super) fn admit(&mut self, at: Cycle, entry: Entry, resident: Resident) {
        self.entries[entry.index()] = Some(resident);
        let is_prefetch = resident.shape.is_some_and(|shape| shape.is_prefetch);
        self.prefetches = self.prefetches.with_if(entry, is_prefetch);
        self.count(at);
    }

    pub(super) fn leave(&mut self, at: Cycle, entry: Entry) {
        self.entries[entry.index()] = None;
        self.prefetches = self.prefetches.without(entry);
        self.count(at);
    }

    pub(super) fn clear(&mut self, at: Cycle) {
        self.entries = [None; Entry::COUNT];
        self.prefetches = EntryMask::EMPTY;
        self.count(at);
    }

    /// Their number, from each cycle on in which it changed.
    pub(super) fn counts(mut self) -> Finished<(Cycle, u32)> {
        self.last.take().into_iter().for_each(|last| self.counts.push(last));
        self.counts.finish()
    }

    fn count(&mut self, at: Cycle) {
        if !self.counts.is_wanted() {
            return;
        }
        if let Some(last) = self.last.take().filter(|last| last.0 != at) {
            self.counts.push(last);
            self.before = last.1;
        }
        let count = self.entries.iter().flatten().count() as u32;
        self.last = (count != self.before).then_some((at, count));
    }
}
