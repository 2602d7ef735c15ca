//! A schedule with the indexes that the rules use.

use super::ir::GeminiIr;
use super::resolve::Producers;
use super::workload::{GeminiWorkload, Ofmap};

/// A workload in kernel order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<'a> {
    pub(crate) core: u32,
    pub(crate) workload: &'a GeminiWorkload<'a>,
}

/// The input of every rule.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) ir: &'a GeminiIr<'a>,
    /// By (core, workload_id, place in the list): the position is the kernel index k.
    pub(crate) slots: Vec<Slot<'a>>,
    pub(crate) producers: Producers,
    /// The transfers that ifmaps read.
    pub(super) ifmaps: Uses,
    /// The transfers that weights read.
    pub(super) weights: Uses,
}

impl<'a> Scope<'a> {
    /// Indexes a schedule.
    pub(crate) fn of(ir: &'a GeminiIr<'a>) -> Self {
        let slots = slots(ir);
        let producers = Producers::of(&ir.memory, &slots);
        let ifmaps = Uses::of(&slots, |workload| workload.ifmap.iter().flat_map(|ifmap| &ifmap.transfer_id));
        let weights =
            Uses::of(&slots, |workload| workload.weight.iter().flat_map(|weight| &weight.transfer_id));
        Self { ir, slots, producers, ifmaps, weights }
    }

    /// Returns the kernel with a core and workload_id; the first one if there are several (E2).
    pub(super) fn kernel(&self, (core, workload_id): (i64, i64)) -> Option<usize> {
        let key = |slot: &Slot<'_>| (i64::from(slot.core), slot.workload.workload_id);
        let first = self.slots.partition_point(|slot| key(slot) < (core, workload_id));
        self.slots.get(first).filter(|slot| key(slot) == (core, workload_id)).map(|_| first)
    }

    /// Returns the existing kernels among the destinations of an ofmap.
    pub(super) fn destinations(&self, ofmap: &'a Ofmap<'a>) -> impl Iterator<Item = usize> {
        let to_cores = ofmap.destination.iter().filter(|to| !to.is_dram());
        to_cores.filter_map(|to| self.kernel(to.workload()?))
    }

    /// Returns the bytes of L2; 2^31 - 1 if buffersize breaches E1.
    pub(super) fn buffersize(&self) -> i64 {
        self.ir.buffersize.good().copied().filter(|&size| size > 0).unwrap_or(i32::MAX.into())
    }

    /// Returns the workload before kernel `k` on its core.
    pub(crate) fn before(&self, k: usize) -> Option<usize> {
        k.checked_sub(1).filter(|&before| self.slots[before].core == self.slots[k].core)
    }
}

/// Returns all workloads in kernel order. With ascending ids this is the order of the file; equal ids keep that order.
fn slots<'a>(ir: &'a GeminiIr<'a>) -> Vec<Slot<'a>> {
    let all =
        ir.cores.iter().flat_map(|(&core, list)| list.iter().map(move |workload| Slot { core, workload }));
    let mut slots: Vec<_> = all.collect();
    slots.sort_by_key(|slot| (slot.core, slot.workload.workload_id));
    slots
}

/// Which kernel uses which transfers.
#[derive(Debug)]
pub(super) struct Uses(Vec<(usize, i64)>);

impl Uses {
    /// Returns the transfers that `of` returns for each workload.
    pub(super) fn of<'a, I>(slots: &[Slot<'a>], of: impl Fn(&'a GeminiWorkload<'a>) -> I) -> Self
    where
        I: Iterator<Item = &'a i64>,
    {
        let all = slots.iter().enumerate();
        let mut uses: Vec<_> =
            all.flat_map(|(k, slot)| of(slot.workload).map(move |&transfer| (k, transfer))).collect();
        uses.sort_unstable();
        Self(uses)
    }

    /// Returns whether kernel `k` uses `transfer`.
    pub(super) fn has(&self, k: usize, transfer: i64) -> bool {
        self.0.binary_search(&(k, transfer)).is_ok()
    }
}
