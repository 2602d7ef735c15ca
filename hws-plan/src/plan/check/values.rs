//! Checks of value ranges that the types alone do not guarantee.

use crate::plan::finding::Findings;
use crate::plan::rule::{LOAD, VALUE};
use crate::plan::{Plan, PlanKernel, PlanTriggers};

/// Contexts of the HWS.
const CONTEXTS: u8 = 4;

/// Values outside kernels, slots and FIFOs.
pub(super) fn of_plan(plan: &Plan, findings: &mut Findings) {
    for (term, value) in plan.time.scale.iter().enumerate() {
        findings.unless(*value > 0, VALUE, format_args!("time.scale[{term}]"), "a factor cannot be 0");
    }
    for (term, value) in plan.time.predicted_factor.iter().flatten().enumerate() {
        let path = format_args!("time.predicted_factor[{term}]");
        findings.unless(*value > 0, VALUE, path, "no run or plan ends at 0");
    }
    let legal = "not a legal topology (3, 4, 6, 8, 12 or 16 SIPs per cluster, whole dies of 16)";
    findings.unless(plan.topology().is_some(), VALUE, "machine", legal);
}

/// The values of a kernel.
pub(super) fn of_kernel(index: usize, kernel: &PlanKernel, findings: &mut Findings) {
    let mut least = |key: &str, value: u64, least: u64| {
        let reason = format_args!("{value} is less than {least}");
        findings.unless(value >= least, VALUE, format_args!("kernels[{index}].{key}"), reason);
    };
    least("block_num", kernel.block_num.into(), 1);
    least("thread_num", kernel.thread_num.into(), 1);
    least("est", kernel.est, 1);
    if let PlanTriggers::Window(window) = kernel.triggers {
        least("triggers.window", window.into(), 1);
    }
    if let Some(params) = kernel.params {
        least("params.entry_bytes", params.entry_bytes.into(), 8);
        least("params.queue", params.queue.into(), 1);
    }
    let ctx = format_args!("contexts are 0 to {}, not {}", CONTEXTS - 1, kernel.ctx);
    findings.unless(kernel.ctx < CONTEXTS, VALUE, format_args!("kernels[{index}].ctx"), ctx);
    let whole = kernel.params.is_none_or(|params| params.entry_bytes.is_multiple_of(4));
    let path = format_args!("kernels[{index}].params.entry_bytes");
    findings.unless(whole, VALUE, path, "it is not a multiple of 4");
    if kernel.load {
        of_load(index, kernel, findings);
    }
}

/// A load has no descriptor.
fn of_load(index: usize, kernel: &PlanKernel, findings: &mut Findings) {
    let wrong = [
        (kernel.block_num != 1, "block_num"),
        (kernel.thread_num != 1, "thread_num"),
        (kernel.coop, "coop"),
        (kernel.triggers != PlanTriggers::All, "triggers"),
        (kernel.l2_bytes.is_some(), "l2_bytes"),
        (kernel.params.is_some(), "params"),
        (kernel.prefetch.is_some(), "prefetch"),
    ];
    if let Some((_, key)) = wrong.iter().find(|(is_wrong, _)| *is_wrong) {
        let reason = format_args!("`{}` is a load, which runs on no SIP", kernel.id);
        findings.add(LOAD, format_args!("kernels[{index}].{key}"), reason);
    }
}
