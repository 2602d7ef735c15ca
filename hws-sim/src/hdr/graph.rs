//! Whether a batch of kernels can be resolved: unique ids, known or announced predecessors, no cycle.

use super::error::HdrError;
use super::kernel::HdrKernel;
use crate::places::Places;

/// Checks new kernels against each other, against those `known` already and those `announced`.
pub(super) fn check(
    kernels: &[HdrKernel],
    known: impl Fn(u32) -> bool,
    announced: impl Fn(u32) -> bool,
) -> Result<(), HdrError> {
    let positions = positions(kernels, &known)?;
    let mut is_sorted = true;
    for (position, kernel) in (0..).zip(kernels) {
        for predecessor in kernel.after.iter().map(|dependency| dependency.kernel) {
            match positions.get(predecessor) {
                Some(before) => is_sorted &= before < position,
                None if known(predecessor) || announced(predecessor) => (),
                None => {
                    return Err(HdrError::UnknownPredecessor { kernel: kernel.kernel_id, predecessor });
                }
            }
        }
    }
    // Kernels that only wait for earlier ones are on no cycle.
    if is_sorted { Ok(()) } else { check_acyclic(kernels, &positions) }
}

fn positions(kernels: &[HdrKernel], known: impl Fn(u32) -> bool) -> Result<Places, HdrError> {
    let mut positions = Places::default();
    for (position, &HdrKernel { kernel_id, .. }) in (0..).zip(kernels) {
        if known(kernel_id) || positions.get(kernel_id).is_some() {
            return Err(HdrError::Duplicate { kernel: kernel_id });
        }
        positions.insert(kernel_id, position);
    }
    Ok(positions)
}

/// Removes kernels without predecessors until none is left; those that remain are on a cycle or wait for
/// one. A cycle through kernels that were known before, or are only announced, is not found.
fn check_acyclic(kernels: &[HdrKernel], positions: &Places) -> Result<(), HdrError> {
    let mut missing = vec![0; kernels.len()];
    let mut dependents = vec![Vec::new(); kernels.len()];
    for (position, kernel) in kernels.iter().enumerate() {
        for predecessor in kernel.after.iter().filter_map(|dependency| positions.get(dependency.kernel)) {
            missing[position] += 1;
            dependents[predecessor as usize].push(position);
        }
    }
    let mut free: Vec<usize> = (0..kernels.len()).filter(|&position| missing[position] == 0).collect();
    while let Some(position) = free.pop() {
        for &dependent in &dependents[position] {
            missing[dependent] -= 1;
            if missing[dependent] == 0 {
                free.push(dependent);
            }
        }
    }
    match missing.iter().position(|&missing: &usize| missing > 0) {
        Some(position) => Err(HdrError::Cycle { kernel: kernels[position].kernel_id }),
        None => Ok(()),
    }
}
