//! `kernels:` of a graph: each is read by itself, then connected to the others by name.

pub(super) mod credits;
mod deps;
mod estimate;
pub(super) mod fit;
mod names;
mod needs;
mod own;
pub(super) mod prefetch;

#[cfg(test)]
pub(super) use deps::KEYS as DEP_KEYS;
pub(super) use deps::ON;
#[cfg(test)]
pub(super) use estimate::COST_KEYS;
pub(crate) use fit::places;
pub(super) use needs::{BY, ENTRY_BYTES, VCS_MOST};
#[cfg(test)]
pub(super) use needs::{PARAM_KEYS, VC_KEYS};
pub(super) use own::BLOCKS_MOST;
#[cfg(test)]
pub(super) use {credits::CREDIT_KEYS, own::TRIGGER_KEYS};

use hws_plan::GraphError;

use super::across::Across;
use super::error::{Fault, WorkloadReason};
use super::fields::Fields;
use super::node::Node;
use super::{Hardware, Kernel, ranks, scalar};
use names::Names;

/// Keys of a kernel.
pub(super) const KEYS: &[&str] = &[
    "id", "threads", "blocks", "est", "cost", "actual", "affinity", "coop", "ctx", "priority", "deadline",
    "deps", "trigger", "prefetch", "l2", "vc", "ahead", "params",
];

/// Reads the kernels of a graph with their dependencies and priorities, and their dependencies on other graphs.
pub(super) fn read(node: &Node, hardware: &Hardware) -> Result<(Vec<Kernel>, Vec<Across>), Fault> {
    let list = scalar::list(node, "`kernels`", "a list of kernels")?;
    if list.is_empty() {
        return Err(scalar::wrong(node, "`kernels`", "at least one kernel"));
    }
    let written =
        list.iter().map(|node| Fields::of(node, "a kernel", KEYS)).collect::<Result<Vec<_>, _>>()?;
    let names = Names::of(&written)?;
    let mut kernels = own::read(&written, &names, hardware)?;
    prefetch::connect(&mut kernels, &written, &names)?;
    let mut across = Vec::new();
    for (index, fields) in written.iter().enumerate() {
        fit::check(&kernels[index], fields, hardware.topology)?;
        credits::check(&kernels, index, fields)?;
        across.extend(deps::read(&mut kernels, index, fields, &names)?);
    }
    prefetch::wait_for(&mut kernels);
    set_priorities(&mut kernels, &written, hardware)?;
    Ok((kernels, across))
}

/// Sets ranks, except where the file gives a priority.
fn set_priorities(kernels: &mut [Kernel], written: &[Fields<'_>], hardware: &Hardware) -> Result<(), Fault> {
    ranks::set(kernels, hardware.topology).map_err(|error| unsound(&error, kernels, written))?;
    for (kernel, fields) in kernels.iter_mut().zip(written) {
        if let Some(priority) = fields.get("priority") {
            kernel.priority = scalar::word(priority, "`priority`")?;
        }
    }
    Ok(())
}

/// Everything except cycles and the sum of the times has already been checked.
fn unsound(error: &GraphError, kernels: &[Kernel], written: &[Fields<'_>]) -> Fault {
    let place = |index: usize| written[index].get("deps").map_or(written[index].at, Node::position);
    match error {
        GraphError::Cycle(cycle) => {
            let path = cycle.waits(|task| format!("`{}`", kernels[task].name)).into();
            let kernel = kernels[cycle.first()].name.as_str().into();
            Fault::at(place(cycle.first()), WorkloadReason::Cycle { kernel, path })
        }
        GraphError::TimeOverflow { task } => Fault::at(written[*task].at, WorkloadReason::TooLong),
        _ => Fault::at(written[0].at, WorkloadReason::TooLong),
    }
}
