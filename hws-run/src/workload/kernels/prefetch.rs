//! `prefetch:`, a kernel that allocates L2 for another one and does not run itself.

use hws_plan::plan::PREFETCH_BLOCKS_MOST;
use hws_sim::On;

use super::names::Names;
use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::{Dep, Kernel, Role};

/// Keys that a prefetch takes from its kernel.
const NOT_ITS_OWN: [&str; 13] = [
    "threads", "blocks", "est", "cost", "actual", "affinity", "coop", "ctx", "trigger", "l2", "vc", "ahead",
    "params",
];

/// Connects each prefetch and its kernel: the prefetch takes the kernel's shape.
pub(super) fn connect(
    kernels: &mut [Kernel],
    written: &[Fields<'_>],
    names: &Names<'_>,
) -> Result<(), Fault> {
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
    let (name, blocks) = (kernels[of].name.to_string(), kernels[of].blocks);
    if blocks > PREFETCH_BLOCKS_MOST {
        return Err(WorkloadReason::TooManyGrants { name, blocks, most: PREFETCH_BLOCKS_MOST });
    }
    match kernels[of].role {
        Role::Compute => kernels[of].role = Role::ComputeAfter(index as u32),
        Role::PrefetchOf(_) | Role::Load => return Err(WorkloadReason::PrefetchOfPrefetch { name }),
        Role::ComputeAfter(first) => {
            return Err(WorkloadReason::SecondPrefetch {
                name,
                first: kernels[first as usize].name.to_string(),
            });
        }
    }
    kernels[index] =
        Kernel { role: Role::PrefetchOf(of as u32), ..shaped_like(&kernels[of], &kernels[index]) };
    Ok(())
}

fn only_its_own(fields: &Fields<'_>) -> Result<(), Fault> {
    let foreign = NOT_ITS_OWN.into_iter().find_map(|key| Some((key, fields.key(key)?)));
    foreign.map_or(Ok(()), |(key, at)| Err(Fault::at(at, WorkloadReason::NotOfAPrefetch { key })))
}

/// The estimate remains 1: an allocation takes no significant time.
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

/// Makes a kernel wait until its prefetch has every grant, unless the file has a dependency on it already: without
/// the grants the kernel could never be launched.
pub(in crate::workload) fn wait_for(kernels: &mut [Kernel]) {
    for kernel in kernels {
        let Role::ComputeAfter(prefetch) = kernel.role else { continue };
        if let Err(at) = kernel.deps.binary_search_by_key(&prefetch, |dep| dep.kernel) {
            kernel.deps.insert(at, Dep { kernel: prefetch, on: On::Launch, delay: 0 });
        }
    }
}
