//! Slots, FIFOs and buffers: their references and values.

use std::collections::BTreeSet;

use super::links::off_sip;
use super::names::Names;
use crate::plan::finding::Findings;
use crate::plan::rule::{LOAD, PREFETCH, SELF, TWICE, UNKNOWN, VALUE};
use crate::plan::{Plan, PlanBuffer};

/// Returns the kernel of every slot, in their order; `None` for an unknown kernel.
pub(super) fn slots(plan: &Plan, names: &Names<'_>, findings: &mut Findings) -> Vec<Option<usize>> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::with_capacity(plan.slots.len());
    for (index, slot) in plan.slots.iter().enumerate() {
        let path = format_args!("slots[{index}]");
        names.dag(&slot.dag, format_args!("{path}.dag"), findings);
        let kernel = names.kernel(&slot.dag, &slot.kernel, format_args!("{path}.kernel"), findings);
        found.push(kernel);
        let Some(place) = kernel else { continue };
        let kernel = &plan.kernels[place];
        let reason = format_args!("`{}` has blocks 0 to {}", kernel.id, kernel.block_num.saturating_sub(1));
        findings.unless(slot.block < kernel.block_num, VALUE, format_args!("{path}.block"), reason);
        let reason = format_args!("`{}` is a {}, which runs on no SIP", kernel.id, off_sip(kernel));
        let rule = if kernel.load { LOAD } else { PREFETCH };
        findings.unless(kernel.runs(), rule, path, reason);
        let reason = format_args!("block {} of `{}` already has a slot", slot.block, kernel.id);
        findings.unless(seen.insert((place, slot.block)), TWICE, path, reason);
    }
    found
}

/// A FIFO connects two kernels of one graph, at most one in each direction.
pub(super) fn fifos(plan: &Plan, names: &Names<'_>, findings: &mut Findings) {
    let mut seen = BTreeSet::new();
    for (index, fifo) in plan.fifos.iter().enumerate() {
        let path = format_args!("fifos[{index}]");
        names.dag(&fifo.dag, format_args!("{path}.dag"), findings);
        let from = names.kernel(&fifo.dag, &fifo.from, format_args!("{path}.from"), findings);
        let to = names.kernel(&fifo.dag, &fifo.to, format_args!("{path}.to"), findings);
        findings.unless(fifo.window != Some(0), VALUE, format_args!("{path}.window"), "0 is less than 1");
        let (Some(from), Some(to)) = (from, to) else { continue };
        let reason = format_args!("`{}` feeds itself", fifo.from);
        findings.unless(from != to, SELF, path, reason);
        let reason = format_args!("the FIFO from `{}` to `{}` is repeated", fifo.from, fifo.to);
        findings.unless(seen.insert((from, to)), TWICE, path, reason);
    }
}

/// The ids of buffers are unique.
pub(super) fn buffers(plan: &Plan, names: &Names<'_>, findings: &mut Findings) {
    let topology = plan.topology().filter(|_| plan.not_runnable.is_none());
    let present = topology.map(|topology| topology.present());
    let mut seen = BTreeSet::new();
    for (index, buffer) in plan.buffers.iter().enumerate() {
        let reason = format_args!("buffer `{}` is repeated", buffer.id);
        findings.unless(seen.insert(&buffer.id), TWICE, format_args!("buffers[{index}].id"), reason);
        users(index, buffer, names, findings);
        let (Some(sip), Some(present)) = (buffer.sip, present) else { continue };
        let is_there = hws_types::Sip::new(sip.into()).is_some_and(|sip| present.contains(sip.mask()));
        let reason = format_args!("the machine has no SIP {sip}");
        findings.unless(is_there, VALUE, format_args!("buffers[{index}].sip"), reason);
    }
}

fn users(index: usize, buffer: &PlanBuffer, names: &Names<'_>, findings: &mut Findings) {
    let mut seen = BTreeSet::new();
    if let Some(dag) = &buffer.dag
        && names.dag(dag, format_args!("buffers[{index}].dag"), findings).is_none()
    {
        return;
    }
    for (place, user) in buffer.kernels.iter().enumerate() {
        let path = format_args!("buffers[{index}].kernels[{place}]");
        if let Some(dag) = &buffer.dag {
            names.kernel(dag, user, path, findings);
        } else {
            let reason = format_args!("no graph has a kernel `{user}`");
            findings.unless(names.is_kernel(user), UNKNOWN, path, reason);
        }
        findings.unless(seen.insert(user), TWICE, path, format_args!("`{user}` is repeated"));
    }
}
