//! From a transfer to the workloads that produce its data.

use std::collections::HashMap;
use std::slice::from_ref;

use super::finding::GeminiPart;
use super::ir::{GeminiMemory, GeminiOutput};
use super::scope::Slot;

/// The first producer entry of each transfer; if an id is used twice, references mean the first entry.
#[derive(Debug)]
pub(crate) struct Producers {
    outputs: HashMap<i64, usize>,
    inputs: HashMap<i64, usize>,
    ofmaps: HashMap<i64, Place>,
    /// Kernels behind each `-1.out` entry.
    behind: Vec<Vec<usize>>,
}

/// The kernel of an ofmap, and the ofmap's index in its list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) kernel: usize,
    pub(super) ofmap: usize,
}

impl Producers {
    /// Indexes every producer entry.
    pub(crate) fn of(memory: &GeminiMemory<'_>, slots: &[Slot<'_>]) -> Self {
        let ofmaps = slots.iter().enumerate().flat_map(|(k, slot)| {
            slot.workload
                .ofmap
                .iter()
                .enumerate()
                .map(move |(i, ofmap)| (ofmap.transfer_id, Place { kernel: k, ofmap: i }))
        });
        let ofmaps = first_of(ofmaps);
        let inputs = first_of(memory.inputs.iter().enumerate().map(|(i, entry)| (entry.transfer_id, i)));
        let outputs = first_of(memory.outputs.iter().enumerate().map(|(i, entry)| (entry.transfer_id, i)));
        let behind = memory.outputs.iter().map(|output| behind(output, &inputs, &ofmaps)).collect();
        Self { outputs, inputs, ofmaps, behind }
    }

    /// Returns the kernels that produce `transfer`: empty for an input or weight of the network, `None` if nothing
    /// produces it. A DRAM entry takes precedence over an ofmap.
    pub(crate) fn kernels(&self, transfer: i64) -> Option<&[usize]> {
        match self.output(transfer) {
            Some(output) => Some(&self.behind[output]),
            None => self.ofmaps.get(&transfer).map(|place| from_ref(&place.kernel)),
        }
    }

    /// Returns the `-1.out` entry of `transfer`.
    pub(crate) fn output(&self, transfer: i64) -> Option<usize> {
        self.outputs.get(&transfer).copied()
    }

    /// Returns the kernels that produce a `-1.out` entry, ascending and unique.
    pub(crate) fn behind(&self, output: usize) -> &[usize] {
        &self.behind[output]
    }

    /// Returns the `-1.in` entry of `transfer`.
    pub(super) fn input(&self, transfer: i64) -> Option<usize> {
        self.inputs.get(&transfer).copied()
    }

    /// Returns the ofmap of `transfer`.
    pub(super) fn ofmap(&self, transfer: i64) -> Option<Place> {
        self.ofmaps.get(&transfer).copied()
    }
}

/// The two hops through DRAM (G14): related_ifmap → `-1.in` → the ofmap of that id.
fn behind(
    output: &GeminiOutput<'_>,
    inputs: &HashMap<i64, usize>,
    ofmaps: &HashMap<i64, Place>,
) -> Vec<usize> {
    let related = output.related_ifmap.good().into_iter().flatten().filter_map(|id| id.good());
    let spilled = related.filter(|id| inputs.contains_key(id));
    let mut behind: Vec<usize> = spilled.filter_map(|id| ofmaps.get(id)).map(|place| place.kernel).collect();
    behind.sort_unstable();
    behind.dedup();
    behind
}

fn first_of<T>(entries: impl Iterator<Item = (i64, T)>) -> HashMap<i64, T> {
    let mut first = HashMap::new();
    for (id, entry) in entries {
        first.entry(id).or_insert(entry);
    }
    first
}

/// Returns every transfer that a workload reads, with the reading entry; ifmaps come before the weight.
pub(crate) fn reads<'a>(slot: &Slot<'a>) -> impl Iterator<Item = (GeminiPart, i64)> + use<'a> {
    let workload = slot.workload;
    let ifmaps = workload.ifmap.iter().enumerate();
    let ifmaps =
        ifmaps.flat_map(|(i, ifmap)| ifmap.transfer_id.iter().map(move |&id| (GeminiPart::Ifmap(i), id)));
    let weight = workload.weight.iter().flat_map(|weight| &weight.transfer_id);
    ifmaps.chain(weight.map(|&id| (GeminiPart::Weight, id)))
}
