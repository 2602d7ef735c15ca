//! Checks the times of blocks: they run as long as estimated, not before their graph arrives, one at a time on a SIP,
//! cooperative ones together, and no more in flight than the window.

use super::{Placed, places};
use crate::plan::finding::Findings;
use crate::plan::rule::{COOP, DURATION, EARLY, OVERLAP, WINDOW};
use crate::plan::{PlanSlot, PlanTriggers};

pub(super) fn check(placed: &Placed<'_>, findings: &mut Findings) {
    each(placed, findings);
    one_at_a_time(placed, findings);
    for kernel in 0..placed.plan.kernels.len() {
        together(placed, kernel, findings);
        in_flight(placed, kernel, findings);
    }
}

/// Checks each slot by itself.
fn each(placed: &Placed<'_>, findings: &mut Findings) {
    for (index, (slot, &kernel)) in placed.plan.slots.iter().zip(&placed.resolved.slots).enumerate() {
        let est = placed.plan.kernels[kernel].est;
        let PlanSlot { start, end, .. } = *slot;
        let reason = format_args!("from {start} to {end}, but est is {est}");
        findings.unless(
            start.checked_add(est) == Some(end),
            DURATION,
            format_args!("slots[{index}]"),
            reason,
        );
        let arrival = placed.arrivals[kernel];
        let reason = format_args!("it starts at {start}, but graph `{}` arrives at {arrival}", slot.dag);
        findings.unless(start >= arrival, EARLY, format_args!("slots[{index}].start"), reason);
    }
}

/// No SIP runs two blocks at the same time; each slot is reported at most once, at the later one of a pair.
fn one_at_a_time(placed: &Placed<'_>, findings: &mut Findings) {
    let mut order: Vec<usize> = (0..placed.plan.slots.len()).collect();
    order.sort_by_key(|&slot| (placed.plan.slots[slot].start, slot));
    // For each SIP, the slot that ends last.
    let mut last: [Option<usize>; places::NAMED] = [None; places::NAMED];
    for index in order {
        let slot = &placed.plan.slots[index];
        let kernel = &placed.plan.kernels[placed.resolved.slots[index]];
        if placed.plan.not_runnable.is_none() && places::sips(slot, kernel).is_none() {
            continue;
        }
        let mine = || places::named(slot, kernel);
        let before = |sip: usize| last[sip].filter(|&other| placed.plan.slots[other].end > slot.start);
        if let Some((sip, other)) = mine().find_map(|sip| Some((sip, before(sip)?))) {
            let until = placed.plan.slots[other].end;
            let reason = format_args!(
                "it starts at {} on SIP {sip}, which slots[{other}] uses until {until}",
                slot.start
            );
            findings.add(OVERLAP, format_args!("slots[{index}]"), reason);
        }
        let ends_later = |other: usize| placed.plan.slots[other].end >= slot.end;
        let taken: Vec<usize> = mine().filter(|&sip| !last[sip].is_some_and(ends_later)).collect();
        taken.into_iter().for_each(|sip| last[sip] = Some(index));
    }
}

/// The blocks of a cooperative kernel start together.
fn together(placed: &Placed<'_>, kernel: usize, findings: &mut Findings) {
    let Some(first) = placed.slots(kernel).next().filter(|_| placed.plan.kernels[kernel].coop) else {
        return;
    };
    if let Some(other) = placed.slots(kernel).find(|slot| slot.start != first.start) {
        let name = &placed.plan.kernels[kernel].id;
        let reason = format_args!(
            "block 0 of the cooperative `{name}` starts at {}, but block {} at {}",
            first.start, other.block, other.start
        );
        findings.add(COOP, format_args!("kernels[{kernel}]"), reason);
    }
}

/// No more blocks are in flight than the window allows.
fn in_flight(placed: &Placed<'_>, kernel: usize, findings: &mut Findings) {
    let of = &placed.plan.kernels[kernel];
    let PlanTriggers::Window(window) = of.triggers else { return };
    if of.coop {
        return;
    }
    let sorted = |time: fn(&PlanSlot) -> u64| {
        let mut times: Vec<u64> = placed.slots(kernel).map(time).collect();
        times.sort_unstable();
        times
    };
    let (starts, ends) = (sorted(|slot| slot.start), sorted(|slot| slot.end));
    // Before block number `window + n` starts, n + 1 blocks must have ended.
    let pairs = starts.iter().skip(window.into()).zip(&ends);
    if let Some((start, end)) = pairs.clone().find(|(start, end)| start < end) {
        let reason = format_args!(
            "more than {window} blocks of `{}` run at {start}; the next of them ends at {end}",
            of.id
        );
        findings.add(WINDOW, format_args!("kernels[{kernel}].triggers.window"), reason);
    }
}
