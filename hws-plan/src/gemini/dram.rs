//! Loads from DRAM (G17): one shared channel, each tensor once per core.

use std::collections::BTreeMap;

use crate::import::gemini::{GeminiWorkload, Scope, reads};

/// A tensor that a kernel waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Load {
    /// Sort key: tensor_order, with none last; then transfer_id.
    turn: (bool, i64, i64),
    output: usize,
}

/// A load that occupies the channel: a tensor of at least one byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeminiLoad {
    /// Its time on the channel, at least 1.
    pub time: u64,
    /// The kernels that write what it reads.
    pub after: Vec<usize>,
    /// The kernels of one core that read the tensor; the first of them is the one that it is loaded for.
    pub kernels: Vec<usize>,
}

/// The channel and what it has loaded.
#[derive(Debug)]
pub(super) struct Channel<'a> {
    scope: &'a Scope<'a>,
    /// Bytes per cycle.
    bandwidth: i64,
    free: i128,
    loads: Vec<GeminiLoad>,
    /// Loaded tensors, by core and `-1.out` entry: the number of loads up to and including its own.
    loaded: BTreeMap<(u32, usize), usize>,
    /// The producers of tensors without bytes since the last load: the next one waits for them.
    pending: Vec<usize>,
}

impl<'a> Channel<'a> {
    pub(super) fn new(scope: &'a Scope<'a>, bandwidth: i64) -> Self {
        let (loads, loaded, pending) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { scope, bandwidth, free: 0, loads, loaded, pending }
    }

    /// Loads what kernel `k` reads and its core does not have yet. Returns when the last of it has arrived, 0 if
    /// there is nothing to load. `end` has the ends of the kernels before it.
    pub(super) fn load(&mut self, k: usize, end: &[i128]) -> i128 {
        let core = self.scope.slots[k].core;
        let mut arrived = 0;
        for load in self.loads(k) {
            let count = match self.loaded.get(&(core, load.output)) {
                Some(&count) => count,
                None => {
                    arrived = self.transfer(load.output, end);
                    self.loaded.insert((core, load.output), self.loads.len());
                    self.loads.len()
                }
            };
            if let Some(own) = count.checked_sub(1).and_then(|last| self.loads.get_mut(last))
                && own.kernels.last() != Some(&k)
            {
                own.kernels.push(k);
            }
        }
        arrived
    }

    /// Returns the loads in the order of the channel.
    pub(super) fn into_loads(self) -> Vec<GeminiLoad> {
        self.loads
    }

    fn transfer(&mut self, output: usize, end: &[i128]) -> i128 {
        let producers = self.scope.producers.behind(output);
        let written = producers.iter().map(|&producer| end[producer]).max();
        let size = self.scope.ir.memory.outputs[output].size.unsigned_abs();
        let cycles = size.div_ceil(self.bandwidth.unsigned_abs().max(1));
        self.free = self.free.max(written.unwrap_or(0)) + i128::from(cycles);
        self.pending.extend_from_slice(producers);
        if cycles > 0 {
            let mut after = std::mem::take(&mut self.pending);
            after.sort_unstable();
            after.dedup();
            self.loads.push(GeminiLoad { time: cycles, after, kernels: Vec::new() });
        }
        self.free
    }

    /// Returns the tensors to load, in loading order.
    fn loads(&self, k: usize) -> Vec<Load> {
        let slot = &self.scope.slots[k];
        let memory = &self.scope.ir.memory;
        let untimed = i64::try_from(memory.inputs.len() + memory.outputs.len()).unwrap_or(i64::MAX);
        let orders = Orders::of(slot.workload, untimed);
        let from_dram = reads(slot).filter_map(|(_, id)| Some((id, self.scope.producers.output(id)?)));
        let mut loads: Vec<Load> =
            from_dram.map(|(id, output)| Load { turn: orders.turn(id), output }).collect();
        loads.sort_unstable_by_key(|load| load.turn);
        loads
    }
}

/// The transfers in the snapshots of a workload with their tensor_order: for each, the first value that is a place in
/// the queue.
struct Orders(Vec<(i64, i64)>);

impl Orders {
    /// `untimed` is the value of tensors that never touch DRAM (G11).
    fn of(workload: &GeminiWorkload<'_>, untimed: i64) -> Self {
        let mut orders = Vec::new();
        let snapshots = std::iter::once(workload.snapshot());
        for entry in snapshots.chain(workload.weight_buffers().map(|(_, list)| list)).flatten() {
            if let Some(&order) = entry.tensor_order.good().filter(|&&order| order != untimed) {
                orders.extend(entry.transfer_id.iter().map(|&id| (id, order)));
            }
        }
        // Stable, so that the first snapshot's entry stays first.
        orders.sort_by_key(|&(id, _)| id);
        Self(orders)
    }

    fn turn(&self, id: i64) -> (bool, i64, i64) {
        let first = self.0.partition_point(|&(other, _)| other < id);
        match self.0.get(first).filter(|&&(other, _)| other == id) {
            Some(&(_, order)) => (false, order, id),
            None => (true, 0, id),
        }
    }
}
