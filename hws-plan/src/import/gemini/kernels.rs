//! The kernels of a schedule: one per workload, ordered by (core, workload_id, place in the list).

use std::collections::BTreeMap;

use super::ir::{Ir, Options, Workload};
use crate::{CoreOrder, GraphError, Task, TaskGraph};

/// One kernel; `k` is its position in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Core.
    pub core: u32,
    /// workload_id.
    pub workload_id: i64,
    /// layer_name, empty when it is no text.
    pub layer: String,
    /// layer_type, empty when it is no text.
    pub layer_type: String,
    /// Estimated time after `time_scale`; 0 for an invalid one.
    pub est: u64,
    /// Data producers and the workload before it on the core, ascending.
    pub preds: Vec<usize>,
    /// Data producers, ascending.
    pub data_preds: Vec<usize>,
}

/// A workload in kernel order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<'a> {
    pub(crate) core: u32,
    pub(crate) workload: &'a Workload<'a>,
}

/// All workloads in kernel order. With rising ids that is the order of the file; else equal ids keep it.
pub(crate) fn slots<'a>(ir: &'a Ir<'a>) -> Vec<Slot<'a>> {
    let all =
        ir.cores.iter().flat_map(|(&core, list)| list.iter().map(move |workload| Slot { core, workload }));
    let mut slots: Vec<_> = all.collect();
    slots.sort_by_key(|slot| (slot.core, slot.workload.workload_id));
    slots
}

/// Makes the kernels from the data producers of each slot.
pub(crate) fn kernels(slots: &[Slot<'_>], data: Vec<Vec<usize>>, options: &Options) -> Vec<Kernel> {
    let scale = scale(options);
    let kernel = |(k, (slot, data_preds)): (usize, (&Slot<'_>, Vec<usize>))| {
        let before = k.checked_sub(1).filter(|&before| slots[before].core == slot.core);
        Kernel {
            core: slot.core,
            workload_id: slot.workload.workload_id,
            layer: text(slot.workload.layer_name.good()),
            layer_type: text(slot.workload.layer_type.good()),
            est: scaled(slot.workload.time.good().copied().unwrap_or(0), scale),
            preds: with(data_preds.clone(), before),
            data_preds,
        }
    };
    slots.iter().zip(data).enumerate().map(kernel).collect()
}

fn text(value: Option<&std::borrow::Cow<'_, str>>) -> String {
    value.map(|text| text.to_string()).unwrap_or_default()
}

fn with(mut list: Vec<usize>, one: Option<usize>) -> Vec<usize> {
    if let Some(one) = one
        && let Err(at) = list.binary_search(&one)
    {
        list.insert(at, one);
    }
    list
}

/// `time_scale`, 1/1 unless it is two positive integers.
fn scale(options: &Options) -> (u64, u64) {
    let pair = options.time_scale.good().map(Vec::as_slice);
    let Some([num, den]) = pair else { return (1, 1) };
    let positive =
        |field: &super::Field<i64>| field.good().and_then(|&v| u64::try_from(v).ok()).filter(|&v| v > 0);
    positive(num).zip(positive(den)).unwrap_or((1, 1))
}

/// ceil(time × num / den); below 2^62, as both factors are below 2^31.
fn scaled(time: i64, (num, den): (u64, u64)) -> u64 {
    (u64::try_from(time).unwrap_or(0) * num).div_ceil(den)
}

/// The task graph of kernels without errors: data edges, and the order of each core apart.
pub fn to_graph(kernels: &[Kernel], name: &str) -> Result<TaskGraph, GraphError> {
    let task = |kernel: &Kernel| Task {
        id: format!("core{}.wl{} {}", kernel.core, kernel.workload_id, kernel.layer).trim_end().into(),
        time: kernel.est,
        core: Some(kernel.core),
        preds: kernel.data_preds.clone(),
    };
    let mut order: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (k, kernel) in kernels.iter().enumerate() {
        order.entry(kernel.core).or_default().push(k);
    }
    let order = order.into_iter().map(|(core, tasks)| CoreOrder { core, tasks }).collect();
    TaskGraph::new(name, kernels.iter().map(task).collect())?.with_static_order(order)
}
