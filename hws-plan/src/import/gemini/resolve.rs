//! From a transfer to the workloads that produce its data.

use std::collections::BTreeMap;

use super::finding::Part;
use super::ir::{Memory, Output};
use super::kernels::Slot;

/// The first producer entry of each transfer; with an id twice, references mean the first.
#[derive(Debug)]
pub(crate) struct Producers {
    outputs: BTreeMap<i64, usize>,
    inputs: BTreeMap<i64, usize>,
    ofmaps: BTreeMap<i64, usize>,
}

/// What a transfer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Nothing produces it.
    None,
    /// The kernels behind it; none for an input or weight of the network.
    Kernels(Vec<usize>),
}

impl Producers {
    /// Indexes every producer entry.
    pub(crate) fn of(memory: &Memory<'_>, slots: &[Slot<'_>]) -> Self {
        let ofmaps = slots
            .iter()
            .enumerate()
            .flat_map(|(k, slot)| slot.workload.ofmap.iter().map(move |ofmap| (ofmap.transfer_id, k)));
        Self {
            outputs: first_of(memory.outputs.iter().enumerate().map(|(i, entry)| (entry.transfer_id, i))),
            inputs: first_of(memory.inputs.iter().enumerate().map(|(i, entry)| (entry.transfer_id, i))),
            ofmaps: first_of(ofmaps),
        }
    }

    /// What `transfer` is: a DRAM entry before an ofmap.
    pub(crate) fn source(&self, memory: &Memory<'_>, transfer: i64) -> Source {
        if let Some(&output) = self.outputs.get(&transfer) {
            return Source::Kernels(self.behind(&memory.outputs[output]));
        }
        self.ofmaps.get(&transfer).map_or(Source::None, |&k| Source::Kernels(vec![k]))
    }

    /// The two hops through DRAM (G14): related_ifmap → `-1.in` → the ofmap of that id.
    fn behind(&self, output: &Output<'_>) -> Vec<usize> {
        let related = output.related_ifmap.good().into_iter().flatten().filter_map(|id| id.good());
        let spilled = related.filter(|id| self.inputs.contains_key(id));
        spilled.filter_map(|id| self.ofmaps.get(id).copied()).collect()
    }
}

fn first_of(entries: impl Iterator<Item = (i64, usize)>) -> BTreeMap<i64, usize> {
    let mut first = BTreeMap::new();
    for (id, entry) in entries {
        first.entry(id).or_insert(entry);
    }
    first
}

/// Every transfer kernel `slot` reads, with the entry that reads it, ifmaps before the weight.
pub(crate) fn reads<'a>(slot: &Slot<'a>) -> impl Iterator<Item = (Part, i64)> + use<'a> {
    let workload = slot.workload;
    let ifmaps = workload.ifmap.iter().enumerate();
    let ifmaps = ifmaps.flat_map(|(i, ifmap)| ifmap.transfer_id.iter().map(move |&id| (Part::Ifmap(i), id)));
    let weight = workload.weight.iter().flat_map(|weight| &weight.transfer_id);
    ifmaps.chain(weight.map(|&id| (Part::Weight, id)))
}
