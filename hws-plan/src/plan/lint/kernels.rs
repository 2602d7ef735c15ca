//! Lints kernels one by one: sizes, fields of the descriptor, and the placement of their blocks.

use hws_types::{SipMask, ThreadNum};

use super::LintTarget;
use crate::plan::finding::Findings;
use crate::plan::rule::{COOP_PARAMS, COOP_PLACES, COOP_TRIGGERS, EST, PLACE, THREAD_NUM};
use crate::plan::{Plan, PlanKernel, PlanTriggers};

pub(super) fn check(plan: &Plan, target: &LintTarget, findings: &mut Findings) {
    for (index, kernel) in plan.kernels.iter().enumerate() {
        fields(index, kernel, findings);
        if kernel.load {
            continue;
        }
        match ThreadNum::new(kernel.thread_num) {
            Some(threads) => room(index, kernel, threads, target, findings),
            None => {
                let reason = format_args!("a block cannot have {} SIPs", kernel.thread_num);
                findings.add(THREAD_NUM, format_args!("kernels[{index}].thread_num"), reason);
            }
        }
    }
}

fn fields(index: usize, kernel: &PlanKernel, findings: &mut Findings) {
    let est = kernel.est;
    let path = format_args!("kernels[{index}].est");
    findings.unless(u32::try_from(est).is_ok(), EST, path, format_args!("{est} does not fit in 32 bits"));
    let has_triggers = kernel.triggers != PlanTriggers::All;
    let reason = format_args!("the triggers of the cooperative `{}` are ignored", kernel.id);
    let path = format_args!("kernels[{index}].triggers");
    findings.unless(!(kernel.coop && has_triggers), COOP_TRIGGERS, path, reason);
    let Some(params) = kernel.params.filter(|_| kernel.coop) else { return };
    let reason = format_args!("{} slots for {} blocks", params.queue, kernel.block_num);
    let path = format_args!("kernels[{index}].params.queue");
    findings.unless(params.queue >= kernel.block_num, COOP_PARAMS, path, reason);
}

/// A block needs an aligned group of SIPs in one cluster; a cooperative kernel needs one for each block.
fn room(index: usize, kernel: &PlanKernel, threads: ThreadNum, target: &LintTarget, findings: &mut Findings) {
    let usable = target.usable(kernel.ctx, threads) & SipMask(kernel.affinity);
    let in_one_cluster = threads.get() <= target.topology.cluster_sip_num();
    let places = if in_one_cluster { usable.blocks(threads).count() } else { 0 };
    let size = threads.get();
    if places == 0 {
        let affinity = SipMask(kernel.affinity);
        let present = target.topology.present();
        let reason = format_args!(
            "no aligned group of {size} SIPs for a block: affinity {affinity}, present {present}, usable {usable}"
        );
        findings.add(PLACE, format_args!("kernels[{index}].affinity"), reason);
    } else if kernel.coop && places < usize::from(kernel.block_num) {
        let reason =
            format_args!("{} blocks of {size} SIPs start together, but only {places} fit", kernel.block_num);
        findings.add(COOP_PLACES, format_args!("kernels[{index}].block_num"), reason);
    }
}
