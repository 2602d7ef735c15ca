//! Priorities of a graph: upward ranks over all its dependencies.

use hws_plan::{GraphError, Task, TaskGraph, bounds, priorities};
use hws_types::Topology;

use super::{Dag, Dep, Kernel, Role};

/// Sets offline_priority and on_cp of every kernel.
///
/// A kernel costs est × ceil(blocks / blocks that the machine holds at once); a prefetch costs 1, so that it
/// precedes its kernel. Dependencies on a launch count like those on a finish.
///
/// # Errors
/// A cycle, or times that exceed 64 bits; nothing is set on error.
pub(super) fn set(kernels: &mut [Kernel], topology: Topology) -> Result<(), GraphError> {
    let tasks = kernels.iter().map(|kernel| (cost(kernel, topology), predecessors(kernel)));
    let ranked = priorities(&TaskGraph::numbered("", tasks)?);
    for (kernel, (priority, on_cp)) in
        kernels.iter_mut().zip(ranked.offline_priority.into_iter().zip(ranked.on_cp))
    {
        (kernel.priority, kernel.on_cp) = (priority, on_cp);
    }
    Ok(())
}

impl Dag {
    /// Returns the graph with the cost of each kernel by itself: est × ceil(blocks / blocks that the machine holds
    /// at once), and 1 for a prefetch. Dependencies on a launch count like those on a finish.
    ///
    /// # Errors
    /// A cycle, two kernels of one name, or times that exceed 64 bits; none of these occurs in a workload that was
    /// read from files.
    pub fn task_graph(&self, topology: Topology) -> Result<TaskGraph, GraphError> {
        let task = |kernel: &Kernel| Task {
            id: kernel.name.to_string(),
            time: cost(kernel, topology),
            core: None,
            preds: predecessors(kernel),
        };
        TaskGraph::new(self.name.as_str(), self.kernels.iter().map(task).collect())
    }
}

fn predecessors(kernel: &Kernel) -> Vec<usize> {
    kernel.deps.iter().map(Dep::place).collect()
}

/// Time units from the first block's start to the last one's end, with the kernel alone on the machine.
pub(super) fn cost(kernel: &Kernel, topology: Topology) -> u64 {
    match kernel.role {
        Role::PrefetchOf(_) => 1,
        Role::Compute | Role::ComputeAfter(_) | Role::Load => {
            u64::from(kernel.est) * rounds(kernel, topology)
        }
    }
}

/// How many times the machine must be filled with the kernel's blocks.
pub(crate) fn rounds(kernel: &Kernel, topology: Topology) -> u64 {
    bounds::rounds(kernel.blocks, kernel.threads, topology)
}
