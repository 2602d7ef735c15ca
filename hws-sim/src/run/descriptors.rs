//! Descriptors of the kernels of a workload, and where they lie in shared memory.

use fw_api::{BlockParams, KernelAction, L2Need, VcNeed};
use hws_types::{TD_WORDS, TaskDescriptor};

use crate::workload::{Kernel, Role, Triggers};

/// Where firmware keeps descriptors: the upper half of shared memory, one after the other.
const BASE: u32 = 1 << 31;
/// Bytes of a descriptor.
const BYTES: u32 = (TD_WORDS * 4) as u32;

/// td_addr of a kernel, if its descriptor fits in memory together with `offset`.
pub(super) fn address(kernel_id: u32, offset: u32) -> Option<u32> {
    let address = kernel_id.checked_mul(BYTES)?.checked_add(BASE)?;
    address.checked_add(offset)?.checked_add(BYTES - 1).map(|_| address)
}

/// The descriptor of a kernel. `prefetched` is the kernel whose L2 a prefetch allocates, for others
/// the kernel itself. Priority, DAG and path are the prefetch's own.
pub(super) fn describe(
    kernel: &Kernel,
    prefetched: &Kernel,
    kernel_id: u32,
    dag_tag: u16,
) -> Result<TaskDescriptor, fw_api::InvalidArgument> {
    let action = action(kernel, prefetched, kernel_id, dag_tag);
    let mut td = match (kernel.role, action.prefetch()?) {
        (Role::PrefetchOf(_), Some(prefetch)) => prefetch,
        _ => action.compute()?,
    };
    td.sim_exec_time = kernel.actual.unwrap_or(0);
    Ok(td)
}

fn action(kernel: &Kernel, prefetched: &Kernel, kernel_id: u32, dag_tag: u16) -> KernelAction {
    KernelAction {
        kernel_id,
        ctx: prefetched.ctx,
        dag_tag,
        on_cp: kernel.on_cp,
        coop: prefetched.coop,
        threads: prefetched.threads,
        blocks: prefetched.blocks,
        triggered: first_trigger(prefetched),
        affinity: prefetched.affinity,
        est_exec_time: prefetched.est,
        offline_priority: kernel.priority,
        report: true,
        l2: l2_need(kernel, prefetched),
        vc: VcNeed::Fixed { base: 0, num: 0 },
        params: BlockParams::default(),
    }
}

/// Blocks that may start before firmware has heard of the kernel.
pub(super) fn first_trigger(kernel: &Kernel) -> u16 {
    match kernel.triggers {
        Triggers::All => kernel.blocks,
        Triggers::Window(window) => window.min(kernel.blocks),
    }
}

/// The L2 of a prefetched kernel: asked for as far ahead as the counters allow.
fn l2_need(kernel: &Kernel, prefetched: &Kernel) -> Option<L2Need> {
    let ahead = u8::try_from(prefetched.blocks).unwrap_or(u8::MAX);
    let need = L2Need { bytes_per_block: 0, ahead, prefetch_blocks: prefetched.blocks };
    (kernel.role != Role::Compute).then_some(need)
}
