//! Checks that blocks run on existing SIPs, aligned, in one cluster, and within the affinity.

use hws_types::{Sip, SipMask, Topology};

use super::Placed;
use crate::plan::finding::Findings;
use crate::plan::rule::{ABSENT_SIP, AFFINITY, ALIGNMENT, CLUSTER};
use crate::plan::{PlanKernel, PlanSlot};

/// SIPs of the largest machine.
const SIPS: u32 = 32;

/// The SIPs that slots can name, on a machine or not.
pub(super) const NAMED: usize = 1 << u8::BITS;

/// The SIPs of a block as far as slots can name them.
pub(super) fn named(slot: &PlanSlot, kernel: &PlanKernel) -> std::ops::Range<usize> {
    let first = usize::from(slot.sip);
    first..first.saturating_add(kernel.thread_num as usize).min(NAMED)
}

/// The SIPs of a block, if they exist on the largest machine.
pub(in crate::plan) fn sips(slot: &PlanSlot, kernel: &PlanKernel) -> Option<SipMask> {
    let end = u32::from(slot.sip).checked_add(kernel.thread_num)?;
    let ones = (1_u64 << kernel.thread_num.min(SIPS)) - 1;
    // Below 2^32, so it has only the 32 SIPs.
    (end <= SIPS).then(|| SipMask((ones << slot.sip) as u32))
}

/// Reports each slot once, for the first breach of its SIPs.
/// A plan that no machine can run may name any SIP.
pub(super) fn check(placed: &Placed<'_>, findings: &mut Findings) {
    if placed.plan.not_runnable.is_some() {
        return;
    }
    // The plan is consistent, so its topology is legal.
    let topology = placed.plan.topology().unwrap_or(Topology::FULL);
    for (index, (slot, &kernel)) in placed.plan.slots.iter().zip(&placed.resolved.slots).enumerate() {
        let kernel = &placed.plan.kernels[kernel];
        let path = format_args!("slots[{index}].sip");
        let threads = format_args!("{} SIPs from {} on", kernel.thread_num, slot.sip);
        let Some(sips) = sips(slot, kernel) else {
            findings.add(ABSENT_SIP, path, format_args!("{threads} are beyond SIP {}", SIPS - 1));
            continue;
        };
        let is_aligned = u32::from(slot.sip).is_multiple_of(kernel.thread_num.next_power_of_two());
        let present = topology.present();
        if !is_aligned {
            let step = kernel.thread_num.next_power_of_two();
            findings.add(ALIGNMENT, path, format_args!("{threads} do not start at a multiple of {step}"));
        } else if !topology.cluster_mask(topology.cluster_of(first(slot))).contains(sips)
            && present.contains(sips)
        {
            findings.add(CLUSTER, path, format_args!("{threads} are in several clusters"));
        } else if !present.contains(sips) {
            findings.add(ABSENT_SIP, path, format_args!("{threads} are not all among {present}"));
        } else if !SipMask(kernel.affinity).contains(sips) {
            let affinity = SipMask(kernel.affinity);
            findings.add(AFFINITY, path, format_args!("{threads} are not all in the affinity {affinity}"));
        }
    }
}

fn first(slot: &PlanSlot) -> Sip {
    Sip::wrapping(slot.sip.into())
}
