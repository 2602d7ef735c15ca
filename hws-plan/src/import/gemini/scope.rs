//! A schedule with the indexes that the rules use.

mod uses;

use super::ir::GeminiIr;
use super::resolve::Producers;
use super::workload::{GeminiWorkload, Ofmap};
use crate::lists::Lists;

pub(super) use uses::Uses;

/// A workload in kernel order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<'a> {
    pub(crate) core: u32,
    pub(crate) workload: &'a GeminiWorkload<'a>,
}

/// An ofmap with its place.
pub(super) struct Sent<'s, 'a> {
    pub(super) slot: &'s Slot<'a>,
    /// Its index in the list of the workload.
    pub(super) i: usize,
    pub(super) ofmap: &'a Ofmap<'a>,
    /// Its destinations on cores, each with the kernel if it exists.
    pub(super) to: &'s [Option<usize>],
}

impl Sent<'_, '_> {
    /// Returns the destinations that exist.
    pub(super) fn kernels(&self) -> impl Iterator<Item = usize> {
        self.to.iter().flatten().copied()
    }
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
    places: Places,
    /// For each ofmap in kernel order, its destinations on cores.
    destinations: Lists<Option<usize>>,
}

impl<'a> Scope<'a> {
    /// Indexes a schedule.
    pub(crate) fn of(ir: &'a GeminiIr<'a>) -> Self {
        let slots = slots(ir);
        let producers = Producers::of(&ir.memory, &slots);
        let ifmaps = Uses::of(&slots, |workload| workload.ifmap.iter().flat_map(|ifmap| &ifmap.transfer_id));
        let weights =
            Uses::of(&slots, |workload| workload.weight.iter().flat_map(|weight| &weight.transfer_id));
        let places = Places::of(&slots);
        let ofmaps = slots.iter().flat_map(|slot| &slot.workload.ofmap);
        let destinations = Lists::of(ofmaps.map(|ofmap| places.destinations(ofmap)));
        Self { ir, slots, producers, ifmaps, weights, places, destinations }
    }

    /// Returns the kernel with a core and workload_id; the first one if there are several (E2).
    pub(super) fn kernel(&self, of: (i64, i64)) -> Option<usize> {
        self.places.kernel(of)
    }

    /// Returns every ofmap in kernel order.
    pub(super) fn ofmaps(&self) -> impl Iterator<Item = Sent<'_, 'a>> {
        let of_slot = |slot: &Slot<'a>| slot.workload.ofmap.iter().enumerate();
        let all = self.slots.iter().flat_map(move |slot| of_slot(slot).map(move |entry| (slot, entry)));
        all.zip(self.destinations.iter()).map(|((slot, (i, ofmap)), to)| Sent { slot, i, ofmap, to })
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

/// Where the kernels of each core are.
#[derive(Debug)]
struct Places {
    /// The cores with a workload, ascending.
    cores: Vec<i64>,
    /// The workload_ids of each of them, ascending.
    ids: Lists<i64>,
}

impl Places {
    /// Takes slots in kernel order.
    fn of(slots: &[Slot<'_>]) -> Self {
        let by_core = || slots.chunk_by(|a, b| a.core == b.core);
        let cores = by_core().map(|of_core| of_core[0].core.into()).collect();
        let ids = by_core().map(|of_core| of_core.iter().map(|slot| slot.workload.workload_id));
        Self { cores, ids: Lists::of(ids) }
    }

    fn kernel(&self, (core, workload_id): (i64, i64)) -> Option<usize> {
        let core = first_in(&self.cores, core)?;
        Some(self.ids.start(core) + first_in(&self.ids[core], workload_id)?)
    }

    /// Returns the destinations of an ofmap on cores, each with its kernel if that exists.
    fn destinations<'a>(&self, ofmap: &'a Ofmap<'a>) -> impl Iterator<Item = Option<usize>> {
        let to_cores = ofmap.destination.iter().filter(|to| !to.is_dram());
        to_cores.map(|to| self.kernel(to.workload()?))
    }
}

/// Returns the place of the first `id` in an ascending list; ids from 0 without gaps are their own places.
fn first_in(ids: &[i64], id: i64) -> Option<usize> {
    let is_first = |&at: &usize| ids.get(at) == Some(&id) && (at == 0 || ids[at - 1] < id);
    let own = usize::try_from(id).ok().filter(is_first);
    let first = own.unwrap_or_else(|| ids.partition_point(|&other| other < id));
    (ids.get(first) == Some(&id)).then_some(first)
}
