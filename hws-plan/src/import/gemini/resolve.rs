//! From a transfer to the workloads that produce its data.

mod first_of;

use std::slice::from_ref;

use first_of::FirstOf;

use super::finding::GeminiPart;
use super::ir::{GeminiMemory, GeminiOutput};
use super::scope::Slot;
use crate::lists::Lists;

/// The first producer entry of each transfer; if an id is used twice, references mean the first entry.
#[derive(Debug)]
pub(crate) struct Producers {
    outputs: FirstOf<usize>,
    inputs: FirstOf<usize>,
    ofmaps: FirstOf<Place>,
    /// Kernels behind each `-1.out` entry.
    behind: Lists<usize>,
}

/// The kernel of an ofmap, and the ofmap's index in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let ofmaps = FirstOf::of(ofmaps);
        let inputs = FirstOf::of(memory.inputs.iter().enumerate().map(|(i, entry)| (entry.transfer_id, i)));
        let outputs = FirstOf::of(memory.outputs.iter().enumerate().map(|(i, entry)| (entry.transfer_id, i)));
        let behind = Lists::of(memory.outputs.iter().map(|output| behind(output, &inputs, &ofmaps)));
        Self { outputs, inputs, ofmaps, behind }
    }

    /// Returns the kernels that produce `transfer`: empty for an input or weight of the network, `None` if nothing
    /// produces it. A DRAM entry takes precedence over an ofmap.
    pub(crate) fn kernels(&self, transfer: i64) -> Option<&[usize]> {
        match self.output(transfer) {
            Some(output) => Some(&self.behind[output]),
            None => self.ofmaps.get_ref(transfer).map(|place| from_ref(&place.kernel)),
        }
    }

    /// Returns the `-1.out` entry of `transfer`.
    pub(crate) fn output(&self, transfer: i64) -> Option<usize> {
        self.outputs.get(transfer)
    }

    /// Returns the kernels that produce a `-1.out` entry, ascending and unique.
    pub(crate) fn behind(&self, output: usize) -> &[usize] {
        &self.behind[output]
    }

    /// Returns the `-1.in` entry of `transfer`.
    pub(super) fn input(&self, transfer: i64) -> Option<usize> {
        self.inputs.get(transfer)
    }

    /// Returns the ofmap of `transfer`.
    pub(super) fn ofmap(&self, transfer: i64) -> Option<Place> {
        self.ofmaps.get(transfer)
    }
}

/// The two hops through DRAM (G14): related_ifmap → `-1.in` → the ofmap of that id.
fn behind(output: &GeminiOutput<'_>, inputs: &FirstOf<usize>, ofmaps: &FirstOf<Place>) -> Vec<usize> {
    let related = output.related_ifmap.good().into_iter().flatten().filter_map(|id| id.good());
    let spilled = related.filter(|&&id| inputs.get(id).is_some());
    let mut behind: Vec<usize> = spilled.filter_map(|&id| ofmaps.get(id)).map(|place| place.kernel).collect();
    behind.sort_unstable();
    behind.dedup();
    behind
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
