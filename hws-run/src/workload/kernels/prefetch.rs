//! `prefetch:`, a kernel that allocates L2 for another and runs nowhere.

use hws_plan::plan::PREFETCH_BLOCKS_MOST;
use hws_sim::On;

use super::names::Names;
use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::{Dep, Kernel, Role};

/// What a prefetch has of its own; the rest is its kernel's.
const NOT_ITS_OWN: [&str; 13] = [
    "threads", "blocks", "est", "cost", "actual", "affinity", "coop", "ctx", "trigger", "l2", "vc", "ahead",
    "params",
];

/// Gives each prefetch the shape of its kernel, and each such kernel its prefetch.
pub(super) fn connect(kernels: &mut [Kernel], written: &[Fields<'_>], names: &Names) -> Result<(), Fault> {
    for (index, fields) in written.iter().enumerate() {
        let Some(node) = fields.get("prefetch") else { continue };
        let (_, of) = names.find(node, "`prefetch`")?;
        only_its_own(fields)?;
        tie(kernels, index, of).map_err(|reason| Fault::at(node.position(), reason))?;
    }
    Ok(())
}

/// Makes the kernel `index` the prefetch of the kernel `of`.
pub(in crate::workload) fn tie(
    kernels: &mut [Kernel],
    index: usize,
    of: usize,
) -> Result<(), WorkloadReason> {
    let (name, blocks) = (kernels[of].name.clone(), kernels[of].blocks);
    if blocks > PREFETCH_BLOCKS_MOST {
        return Err(WorkloadReason::TooManyGrants { name, blocks, most: PREFETCH_BLOCKS_MOST });
    }
    match kernels[of].role {
        Role::Compute => kernels[of].role = Role::ComputeAfter(index),
        Role::PrefetchOf(_) => return Err(WorkloadReason::PrefetchOfPrefetch { name }),
        Role::ComputeAfter(first) => {
            return Err(WorkloadReason::SecondPrefetch { name, first: kernels[first].name.clone() });
        }
    }
    kernels[index] = Kernel { role: Role::PrefetchOf(of), ..shaped_like(&kernels[of], &kernels[index]) };
    Ok(())
}

fn only_its_own(fields: &Fields<'_>) -> Result<(), Fault> {
    let foreign = NOT_ITS_OWN.into_iter().find_map(|key| Some((key, fields.key(key)?)));
    foreign.map_or(Ok(()), |(key, at)| Err(Fault::at(at, WorkloadReason::NotOfAPrefetch { key })))
}

/// The estimate stays 1: an allocation takes no time that counts.
fn shaped_like(kernel: &Kernel, prefetch: &Kernel) -> Kernel {
    Kernel {
        threads: kernel.threads,
        blocks: kernel.blocks,
        ctx: kernel.ctx,
        affinity: kernel.affinity,
        coop: kernel.coop,
        ..prefetch.clone()
    }
}

/// A kernel waits for its prefetch to have every grant, unless the file ties them in another way:
/// without the grants it could never be launched.
pub(in crate::workload) fn wait_for(kernels: &mut [Kernel]) {
    for kernel in kernels {
        let Role::ComputeAfter(prefetch) = kernel.role else { continue };
        if let Err(at) = kernel.deps.binary_search_by_key(&prefetch, |dep| dep.kernel) {
            kernel.deps.insert(at, Dep { kernel: prefetch, on: On::Launch });
        }
    }
}
