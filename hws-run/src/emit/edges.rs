//! The edges of the dependency resolver.

use hws_sim::On;
use serde::{Serialize, Serializer};

use crate::workload::{Dep, Workload};

/// An edge: `to` waits for `from`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    /// kernel_id of the predecessor.
    pub from: u32,
    /// kernel_id of the kernel that waits.
    pub to: u32,
    /// `finish` or `launch`.
    #[serde(serialize_with = "word")]
    pub on: On,
    /// Cycles from that progress to the earliest push of `to`: the time of a transfer.
    pub delay: u64,
    /// GRAPH/KERNEL.
    pub from_kernel: String,
    /// GRAPH/KERNEL.
    pub to_kernel: String,
}

fn word<S: Serializer>(on: &On, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match on {
        On::Finish => "finish",
        On::Launch => "launch",
    })
}

/// The edges of each kernel: those within its graph, then those from other graphs.
pub(super) fn of(workload: &Workload) -> Vec<Edge> {
    let (names, firsts) = (super::names(workload), workload.first_kernels());
    let mut edges = Vec::new();
    for (index, dag) in workload.dags.iter().enumerate() {
        for (kernel, to) in dag.kernels.iter().zip(firsts[index]..) {
            edges.extend(kernel.predecessors(index).map(|(dag, Dep { kernel, on, delay })| {
                let from = firsts[dag] + kernel;
                let name = |id: u32| names[id as usize].clone();
                Edge { from, to, on, delay, from_kernel: name(from), to_kernel: name(to) }
            }));
        }
    }
    edges
}
