//! The kernels of a schedule: one per workload, ordered by (core, workload_id, place in the list).

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::field::GeminiField;
use super::options::GeminiOptions;
use super::scope::Scope;
use crate::{CoreOrder, GraphError, Task, TaskGraph};

/// One kernel; `k` is its position in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeminiKernel {
    /// Core.
    pub core: u32,
    /// workload_id.
    pub workload_id: i64,
    /// layer_name; empty if it is not a string.
    pub layer: String,
    /// layer_type; empty if it is not a string.
    pub layer_type: String,
    /// Estimated time after `time_scale`, below 2^62; 0 for an invalid one.
    pub est: u64,
    /// Data producers and the workload before it on the core, ascending.
    pub preds: Vec<usize>,
    /// Data producers, ascending.
    pub data_preds: Vec<usize>,
}

impl GeminiKernel {
    /// Returns a name, unique if ids ascend on each core (E2).
    pub fn name(&self) -> String {
        format!("core{}.wl{} {}", self.core, self.workload_id, self.layer).trim_end().into()
    }
}

/// Makes the kernels from the data producers of each slot.
pub(super) fn kernels(
    scope: &Scope<'_>,
    data: Vec<Vec<usize>>,
    options: &GeminiOptions,
) -> Vec<GeminiKernel> {
    let kernel = |(k, data_preds): (usize, Vec<usize>)| {
        let slot = &scope.slots[k];
        GeminiKernel {
            core: slot.core,
            workload_id: slot.workload.workload_id,
            layer: text(&slot.workload.layer_name),
            layer_type: text(&slot.workload.layer_type),
            est: options.scaled(slot.workload.time.good().copied().unwrap_or(0)),
            preds: with(&data_preds, scope.before(k)),
            data_preds,
        }
    };
    data.into_iter().enumerate().map(kernel).collect()
}

fn text(value: &GeminiField<Cow<'_, str>>) -> String {
    value.good().map(|text| text.to_string()).unwrap_or_default()
}

fn with(list: &[usize], one: Option<usize>) -> Vec<usize> {
    let mut all = list.to_vec();
    if let Some(one) = one
        && let Err(at) = list.binary_search(&one)
    {
        all.insert(at, one);
    }
    all
}

/// Returns the task graph of the kernels of a valid schedule: data edges and, separately, the order of each core.
///
/// # Errors
/// Kernels of a schedule that has errors, or times that add up to more than 64 bits.
pub fn to_graph(kernels: &[GeminiKernel], name: &str) -> Result<TaskGraph, GraphError> {
    let task = |kernel: &GeminiKernel| Task {
        id: kernel.name(),
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
