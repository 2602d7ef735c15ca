//! Whether a batch of kernels can be resolved: known or announced predecessors, no cycle.

use std::ops::Range;

use super::error::HdrError;

/// A batch in the table: tasks that have been added last, each with the ids of its predecessors.
pub(super) trait Batch {
    /// The places of its tasks.
    fn tasks(&self) -> Range<usize>;
    /// The kernel_id of a task.
    fn id(&self, task: usize) -> u32;
    /// The kernel_ids of its predecessors.
    fn predecessors(&self, task: usize) -> impl Iterator<Item = u32>;
    /// The place of a kernel in the table, earlier batches included.
    fn place(&self, kernel_id: u32) -> Option<usize>;
    /// Whether the kernel may be added later.
    fn is_announced(&self, kernel_id: u32) -> bool;
}

/// Checks a batch, whose ids are unique, against itself and earlier ones.
pub(super) fn check(batch: &impl Batch) -> Result<(), HdrError> {
    let mut is_sorted = true;
    for task in batch.tasks() {
        for predecessor in batch.predecessors(task) {
            match batch.place(predecessor) {
                Some(before) => is_sorted &= before < task,
                None if batch.is_announced(predecessor) => (),
                None => return Err(HdrError::UnknownPredecessor { kernel: batch.id(task), predecessor }),
            }
        }
    }
    // Kernels that only wait for earlier ones are on no cycle.
    if is_sorted { Ok(()) } else { check_acyclic(batch) }
}

/// Removes kernels without predecessors until none is left; those that remain are on a cycle or wait for
/// one. A cycle through kernels of earlier batches, or that are only announced, is not found.
fn check_acyclic(batch: &impl Batch) -> Result<(), HdrError> {
    let tasks = batch.tasks();
    let mut missing = vec![0; tasks.len()];
    let mut dependents = vec![Vec::new(); tasks.len()];
    for task in tasks.clone() {
        let own = batch.predecessors(task).filter_map(|id| batch.place(id)?.checked_sub(tasks.start));
        for predecessor in own {
            missing[task - tasks.start] += 1;
            dependents[predecessor].push(task - tasks.start);
        }
    }
    let mut free: Vec<usize> = (0..tasks.len()).filter(|&position| missing[position] == 0).collect();
    while let Some(position) = free.pop() {
        for &dependent in &dependents[position] {
            missing[dependent] -= 1;
            if missing[dependent] == 0 {
                free.push(dependent);
            }
        }
    }
    match missing.iter().position(|&missing: &usize| missing > 0) {
        Some(position) => Err(HdrError::Cycle { kernel: batch.id(tasks.start + position) }),
        None => Ok(()),
    }
}
