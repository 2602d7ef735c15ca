//! The kernels in the Ready Station.

use std::collections::BTreeMap;

use hws_types::{Cycle, Entry};

use super::Shape;

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
    /// kernel_id by kernel_seq.
    kernels: BTreeMap<u32, u32>,
    /// None if they are not wanted.
    counts: Option<Vec<(Cycle, u32)>>,
}

impl Residents {
    /// Notes their number over time, too.
    pub(super) fn counted() -> Self {
        Self { counts: Some(Vec::new()), ..Self::default() }
    }

    pub(super) fn get(&self, entry: Entry) -> Option<Resident> {
        self.entries[entry.index()]
    }

    /// kernel_id of a resident kernel_seq; 0 for an unknown one.
    pub(super) fn kernel_of(&self, seq: u32) -> u32 {
        self.kernels.get(&seq).copied().unwrap_or_default()
    }

    pub(super) fn admit(&mut self, at: Cycle, entry: Entry, resident: Resident) {
        self.entries[entry.index()] = Some(resident);
        self.kernels.insert(resident.seq, resident.kernel);
        self.count(at);
    }

    pub(super) fn leave(&mut self, at: Cycle, entry: Entry) {
        if let Some(resident) = self.entries[entry.index()].take() {
            self.kernels.remove(&resident.seq);
        }
        self.count(at);
    }

    pub(super) fn clear(&mut self, at: Cycle) {
        self.entries = [None; Entry::COUNT];
        self.kernels.clear();
        self.count(at);
    }

    /// Their number, from each cycle on in which it changed.
    pub(super) fn counts(self) -> Vec<(Cycle, u32)> {
        self.counts.unwrap_or_default()
    }

    fn count(&mut self, at: Cycle) {
        let count = self.kernels.len() as u32;
        let Some(counts) = &mut self.counts else { return };
        counts.pop_if(|last| last.0 == at);
        if counts.last().map_or(0, |last| last.1) != count {
            counts.push((at, count));
        }
    }
}
