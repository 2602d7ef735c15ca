//! Checks that the HWS would keep the planned order, since it launches ready kernels by priority and blocks by number.

use std::collections::BinaryHeap;

use hws_types::{Sip, SipMask};

use crate::plan::check::{Placed, Resolved, ready_slots, sips};
use crate::plan::finding::Findings;
use crate::plan::rule::{BLOCK_ORDER, INVERTED};
use crate::plan::{Plan, PlanTriggers};

pub(super) fn check(plan: &Plan, resolved: &Resolved<'_>, findings: &mut Findings) {
    let placed = Placed::of_right(plan, resolved);
    blocks(&placed, findings);
    let ready = ready_slots(&placed);
    let mut on_sip: Vec<Vec<usize>> = vec![Vec::new(); Sip::COUNT];
    let mut order: Vec<usize> = (0..plan.slots.len()).collect();
    order.sort_by_key(|&slot| (plan.slots[slot].start, slot));
    for slot in order {
        let mask = sips(&plan.slots[slot], &plan.kernels[resolved.slots[slot]]).unwrap_or(SipMask::EMPTY);
        mask.iter().for_each(|sip| on_sip[sip.index()].push(slot));
    }
    let mut said = vec![false; plan.kernels.len()];
    for (sip, slots) in on_sip.iter().enumerate() {
        inversions(plan, resolved, &ready, (sip, slots), &mut said, findings);
    }
}

fn blocks(placed: &Placed<'_>, findings: &mut Findings) {
    for (index, kernel) in placed.plan.kernels.iter().enumerate() {
        let slots: Vec<_> = placed.slots(index).collect();
        let Some(at) = slots.windows(2).position(|pair| pair[1].start < pair[0].start) else { continue };
        let (one, next) = (slots[at], slots[at + 1]);
        let (id, first, second) = (&kernel.id, one.block, next.block);
        let reason = format_args!(
            "block {second} of `{id}` starts at {}, block {first} at {}, but the HWS launches {first} first",
            next.start, one.start
        );
        findings.add(BLOCK_ORDER, format_args!("kernels[{index}]"), reason);
    }
}

/// Slots of kernels with a lower priority than another one that is planned later on the same SIP but already ready.
/// A kernel is reported once; blocks that a window may hold back do not compete.
fn inversions(
    plan: &Plan,
    resolved: &Resolved<'_>,
    ready: &[u64],
    (sip, slots): (usize, &[usize]),
    said: &mut [bool],
    findings: &mut Findings,
) {
    let is_free =
        |slot: &usize| !matches!(plan.kernels[resolved.slots[*slot]].triggers, PlanTriggers::Window(_));
    let mut by_ready: Vec<usize> = slots.iter().copied().filter(is_free).collect();
    by_ready.sort_by_key(|&slot| (ready[slot], slot));
    let mut by_ready = by_ready.into_iter().peekable();
    // By priority, then by the later start; entries that have already started are removed when they come up.
    let mut rivals = BinaryHeap::new();
    for &slot in slots {
        let (kernel, start) = (resolved.slots[slot], plan.slots[slot].start);
        while let Some(rival) = by_ready.next_if(|&rival| ready[rival] <= start) {
            rivals.push((plan.kernels[resolved.slots[rival]].priority, plan.slots[rival].start, rival));
        }
        while rivals.peek().is_some_and(|&(_, rival_start, _)| rival_start <= start) {
            rivals.pop();
        }
        let Some(&(priority, later, rival)) = rivals.peek() else { continue };
        let own = plan.kernels[kernel].priority;
        if priority > own && !std::mem::replace(&mut said[kernel], true) {
            let (one, other) = (&plan.kernels[kernel].id, &plan.kernels[resolved.slots[rival]].id);
            let reason = format_args!(
                "`{one}` with priority {own} is planned on SIP {sip} at {start}, but `{other}` with priority {priority}, planned \
                 at {later}, is already ready"
            );
            findings.add(INVERTED, format_args!("kernels[{kernel}].priority"), reason);
        }
    }
}
