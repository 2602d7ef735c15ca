//! The descriptors of the kernels of a workload, and their places in shared memory.

use fw_api::{BlockParams, KernelAction, L2Need, VcNeed};
use hws_types::{TD_WORDS, TaskDescriptor};

use crate::workload::{Kernel, Role, Triggers, VcBy};

/// The address of the first descriptor: they fill the upper half of shared memory, one after the other.
pub(crate) const BASE: u32 = 1 << 31;
/// Bytes of a descriptor.
const BYTES: u32 = (TD_WORDS * size_of::<u32>()) as u32;

/// td_addr of the descriptor in this slot, if it fits in memory together with `offset`.
pub(super) fn address(slot: u32, offset: u32) -> Option<u32> {
    let address = slot.checked_mul(BYTES)?.checked_add(BASE)?;
    address.checked_add(offset)?.checked_add(BYTES - 1).map(|_| address)
}

/// A kernel as the firmware API describes it. `prefetched` is the kernel whose L2 a prefetch allocates, and
/// otherwise the kernel itself. A prefetch has its own priority, DAG and critical path.
pub(super) fn action(
    kernel: &Kernel,
    prefetched: &Kernel,
    kernel_id: u32,
    dag_tag: u16,
    param_base: u32,
) -> KernelAction {
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
        vc: vc_need(prefetched),
        params: params(prefetched, param_base),
    }
}

/// The descriptor of a kernel.
pub(super) fn describe(
    kernel: &Kernel,
    action: &KernelAction,
) -> Result<TaskDescriptor, fw_api::InvalidArgument> {
    let mut td = match (kernel.role, action.prefetch()?) {
        (Role::PrefetchOf(_), Some(prefetch)) => prefetch,
        _ => action.compute()?,
    };
    td.sim_exec_time = kernel.actual.unwrap_or(0);
    // L2 and VCs share the field, which `compute` sets for L2 only.
    if action.l2.is_none() {
        td.outstanding_block_num = kernel.needs.ahead;
    }
    Ok(td)
}

/// The number of blocks that may start before the first message of the kernel.
fn first_trigger(kernel: &Kernel) -> u16 {
    match kernel.triggers {
        // Firmware determines later how many blocks the credits allow.
        Triggers::All | Triggers::Credits(_) => kernel.blocks,
        Triggers::Window(window) => window.min(kernel.blocks),
    }
}

/// The L2 of a prefetched kernel is requested as far ahead as the counters allow.
fn l2_need(kernel: &Kernel, prefetched: &Kernel) -> Option<L2Need> {
    let all_ahead = u8::try_from(prefetched.blocks).unwrap_or(u8::MAX);
    let (is_prefetched, needs) = (kernel.role != Role::Compute, prefetched.needs);
    (is_prefetched || needs.l2.is_some()).then_some(L2Need {
        bytes_per_block: needs.l2.unwrap_or(0),
        ahead: if is_prefetched { all_ahead } else { needs.ahead },
        prefetch_blocks: prefetched.blocks,
    })
}

fn vc_need(kernel: &Kernel) -> VcNeed {
    match kernel.needs.vc {
        None => VcNeed::Fixed { base: 0, num: 0 },
        Some(vc) if vc.by == VcBy::Hws => VcNeed::FromHws(vc.count),
        Some(vc) => VcNeed::FromFirmware(vc.count),
    }
}

fn params(kernel: &Kernel, base: u32) -> BlockParams {
    kernel.needs.params.map_or(BlockParams::default(), |params| BlockParams {
        base,
        slots: params.queue,
        slot_bytes: params.entry_bytes,
    })
}
