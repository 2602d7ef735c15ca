//! When blocks run, by what they wait for: dependencies and credits.

use super::Placed;
use crate::plan::finding::Findings;
use crate::plan::rule::EARLY;
use crate::plan::{On, Slot};
use crate::topo::topological;

pub(super) fn check(placed: &Placed<'_>, findings: &mut Findings) {
    let reached = reached(placed);
    for kernel in 0..placed.plan.kernels.len() {
        after_dependencies(placed, kernel, &reached, findings);
        after_credits(placed, kernel, findings);
    }
}

/// When a kernel has got how far.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// Its last block has started.
    launch: u64,
    /// All its blocks have finished.
    finish: u64,
}

impl Reached {
    fn on(self, on: On) -> u64 {
        match on {
            On::Finish => self.finish,
            On::Launch => self.launch,
        }
    }
}

/// When each kernel has got how far; a prefetch has as soon as it may.
fn reached(placed: &Placed<'_>) -> Vec<Reached> {
    let links = &placed.resolved.links;
    let preds: Vec<Vec<usize>> =
        links.iter().map(|link| link.deps.iter().map(|&(pred, _)| pred).collect()).collect();
    let mut reached = vec![Reached::default(); links.len()];
    // A plan that means something has no cycle.
    for kernel in topological(&preds).unwrap_or_default() {
        let latest = |time: fn(&Slot) -> u64| placed.slots(kernel).map(time).max().unwrap_or(0);
        reached[kernel] = Reached { launch: latest(|slot| slot.start), finish: latest(|slot| slot.end) };
        if links[kernel].prefetch.is_some() {
            let until = links[kernel].deps.iter().map(|&(pred, on)| reached[pred].on(on)).max().unwrap_or(0);
            reached[kernel] = Reached { launch: until, finish: until };
        }
    }
    reached
}

/// The first block starts after all that the kernel waits for.
fn after_dependencies(placed: &Placed<'_>, kernel: usize, reached: &[Reached], findings: &mut Findings) {
    let Some(&first) = placed.blocks[kernel].iter().min_by_key(|&&slot| placed.plan.slots[slot].start) else {
        return;
    };
    let start = placed.plan.slots[first].start;
    for &(pred, on) in &placed.resolved.links[kernel].deps {
        let until = reached[pred].on(on);
        let done = if on == On::Finish { "finished" } else { "launched" };
        let reason =
            format_args!("it starts at {start}, `{}` has {done} at {until}", placed.plan.kernels[pred].id);
        findings.unless(until <= start, EARLY, format_args!("slots[{first}].start"), reason);
    }
}

/// Each block starts after the blocks of others that it waits for; cooperative kernels know no credits.
fn after_credits(placed: &Placed<'_>, kernel: usize, findings: &mut Findings) {
    if placed.plan.kernels[kernel].coop {
        return;
    }
    for &(other, need) in &placed.resolved.links[kernel].credits {
        let finished = prefix_ends(placed.slots(other));
        for (&index, &need) in placed.blocks[kernel].iter().zip(need) {
            let Some(last) = usize::from(need).checked_sub(1) else { continue };
            let start = placed.plan.slots[index].start;
            let Some(&until) = finished.get(last).filter(|&&until| until > start) else { continue };
            let name = &placed.plan.kernels[other].id;
            let reason =
                format_args!("it starts at {start}, {need} blocks of `{name}` have finished at {until}");
            findings.add(EARLY, format_args!("slots[{index}].start"), reason);
        }
    }
}

/// When the first n + 1 blocks have all finished.
fn prefix_ends<'s>(slots: impl Iterator<Item = &'s Slot>) -> Vec<u64> {
    let latest = |latest: &mut u64, slot: &Slot| {
        *latest = (*latest).max(slot.end);
        Some(*latest)
    };
    slots.scan(0, latest).collect()
}
