//! Everything that firmware needs to run a workload, as values and as files (planner.md §6): descriptors,
//! register writes, dependency edges, and the program of block triggers.
//!
//! Descriptors and writes are those of a [`run`](crate::run), made by the same firmware. Graphs are opened in
//! the order of their arrival; when all tags are in use, one is reused as if its graph had drained. Graphs that
//! firmware schedules itself have no descriptors.

mod descriptors;
mod edges;
mod files;
mod registers;
mod triggers;

pub use descriptors::Descriptor;
pub use edges::Edge;
pub use files::{FILES, WriteFile};
pub use registers::{EmitStep, RegisterWrite};
pub use triggers::{Trigger, TriggerWait};

use crate::run::{RunError, initial_writes};
use crate::workload::Workload;

/// Everything that firmware needs before the first kernel is pushed, and to raise triggers afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emitted {
    /// The descriptors, ascending by address.
    pub descriptors: Vec<Descriptor>,
    /// The register writes, in order.
    pub registers: Vec<RegisterWrite>,
    /// The predecessors of each kernel, ascending by kernel.
    pub edges: Vec<Edge>,
    /// The conditions under which the triggers of each kernel rise, ascending by kernel.
    pub triggers: Vec<Trigger>,
}

/// Determines everything that firmware needs for a workload.
///
/// # Errors
/// [`RunError`] when firmware could not open a graph, because there is no room for its descriptors or
/// parameters.
pub fn emit(workload: &Workload) -> Result<Emitted, RunError> {
    let done = initial_writes(workload)?;
    Ok(Emitted {
        descriptors: descriptors::of(workload, &done),
        registers: registers::of(workload, &done),
        edges: edges::of(workload),
        triggers: triggers::of(workload),
    })
}

/// The names of kernels in files, GRAPH/KERNEL, by kernel_id.
fn names(workload: &Workload) -> Vec<String> {
    workload.kernels().map(|(dag, kernel)| format!("{}/{}", dag.name, kernel.name)).collect()
}

#[cfg(test)]
mod tests;
