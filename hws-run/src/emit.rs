//! What firmware needs to run a workload, as values and as files (planner §6): descriptors, register writes,
//! dependency edges, and how block triggers rise.
//!
//! The firmware of a run makes the descriptors and the writes ([`run`](crate::run)), so they are those of
//! a run. Graphs are opened in the order of their arrival; a tag is taken again when all are given, as if its
//! graph had drained. Graphs that firmware schedules itself have no descriptors.

mod descriptors;
mod edges;
mod files;
mod registers;
mod triggers;

pub use descriptors::Descriptor;
pub use edges::Edge;
pub use files::{FILES, WriteFile};
pub use registers::{RegisterWrite, Step};
pub use triggers::{Trigger, Wait};

use crate::run::{RunError, hand_over};
use crate::workload::Workload;

/// Everything that firmware needs before the first kernel is pushed, and to raise triggers after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// The descriptors, ascending by address.
    pub descriptors: Vec<Descriptor>,
    /// The register writes, in order.
    pub registers: Vec<RegisterWrite>,
    /// What each kernel waits for, ascending by kernel.
    pub edges: Vec<Edge>,
    /// By what the triggers of each kernel rise, ascending by kernel.
    pub triggers: Vec<Trigger>,
}

/// Works out what firmware needs.
///
/// # Errors
/// [`RunError`] when firmware could not open a graph: its descriptors or parameters find no room.
pub fn emit(workload: &Workload) -> Result<Emitted, RunError> {
    let done = hand_over(workload)?;
    Ok(Emitted {
        descriptors: descriptors::of(workload, &done),
        registers: registers::of(workload, &done),
        edges: edges::of(workload),
        triggers: triggers::of(workload),
    })
}

/// How files name kernels: GRAPH/KERNEL, by kernel_id.
fn names(workload: &Workload) -> Vec<String> {
    workload.kernels().map(|(dag, kernel)| format!("{}/{}", dag.name, kernel.name)).collect()
}

/// kernel_id of the first kernel of each graph.
fn firsts(workload: &Workload) -> Vec<u32> {
    let first = |first: &mut u32, count: usize| {
        let this = *first;
        *first += count as u32;
        Some(this)
    };
    workload.dags.iter().map(|dag| dag.kernels.len()).scan(0, first).collect()
}

#[cfg(test)]
mod tests;
