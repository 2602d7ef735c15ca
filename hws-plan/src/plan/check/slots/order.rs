//! Checks that blocks run after their dependencies and credits.

use super::Placed;
use crate::plan::check::Pred;
use crate::plan::finding::Findings;
use crate::plan::rule::EARLY;
use crate::plan::{PlanOn, PlanSlot};
use crate::topo::topological;

pub(super) fn check(placed: &Placed<'_>, findings: &mut Findings) {
    let reached = reached(placed);
    for kernel in 0..placed.plan.kernels.len() {
        after_dependencies(placed, kernel, &reached, findings);
        after_credits(placed, kernel, findings);
    }
}

/// When a kernel reaches each milestone.
#[derive(Clone, Copy, Default)]
pub(in crate::plan) struct Reached {
    /// Its last block has started.
    pub(in crate::plan) launch: u64,
    /// All its blocks have finished.
    pub(in crate::plan) finish: u64,
}

impl Reached {
    pub(in crate::plan) fn on(self, on: PlanOn) -> u64 {
        match on {
            PlanOn::Finish => self.finish,
            PlanOn::Launch => self.launch,
        }
    }

    /// Of a kernel that runs on no SIP.
    pub(in crate::plan) fn passing(ready: u64, time: u64) -> Self {
        Self { launch: ready, finish: ready.saturating_add(time) }
    }

    /// When a kernel may start that depends on the kernel in this way.
    pub(in crate::plan) fn allows(self, dep: &Pred) -> u64 {
        self.on(dep.on).saturating_add(dep.transfer)
    }
}

/// Returns the milestones of each kernel; a prefetch is done as soon as it is ready, and a load after its time.
fn reached(placed: &Placed<'_>) -> Vec<Reached> {
    let links = &placed.resolved.links;
    let preds: Vec<Vec<usize>> = links.iter().map(|link| link.preds().collect()).collect();
    let mut reached = vec![Reached::default(); links.len()];
    // A consistent plan has no cycle.
    for kernel in topological(&preds).unwrap_or_default() {
        let latest = |time: fn(&PlanSlot) -> u64| placed.slots(kernel).map(time).max().unwrap_or(0);
        reached[kernel] = Reached { launch: latest(|slot| slot.start), finish: latest(|slot| slot.end) };
        if let Some(time) = links[kernel].passes_in {
            reached[kernel] = Reached::passing(ready(placed, kernel, &reached), time);
        }
    }
    reached
}

/// Returns when all predecessors of a kernel are far enough and its graph has arrived.
fn ready(placed: &Placed<'_>, kernel: usize, reached: &[Reached]) -> u64 {
    let deps = placed.resolved.links[kernel].deps.iter();
    deps.map(|dep| reached[dep.kernel].allows(dep)).fold(placed.arrivals[kernel], u64::max)
}

/// For each kernel, when it is ready according to the plan.
pub(in crate::plan) fn ready_times(placed: &Placed<'_>) -> Vec<u64> {
    let reached = reached(placed);
    (0..placed.plan.kernels.len()).map(|kernel| ready(placed, kernel, &reached)).collect()
}

/// For each slot, when its kernel is ready and the block has its credits, according to the plan.
pub(in crate::plan) fn ready_slots(placed: &Placed<'_>) -> Vec<u64> {
    let kernels = ready_times(placed);
    let mut slots: Vec<u64> = placed.resolved.slots.iter().map(|&kernel| kernels[kernel]).collect();
    for kernel in 0..kernels.len() {
        each_credit(placed, kernel, |slot, _, _, until| slots[slot] = slots[slot].max(until));
    }
    slots
}

/// The first block starts after all predecessors of the kernel.
fn after_dependencies(placed: &Placed<'_>, kernel: usize, reached: &[Reached], findings: &mut Findings) {
    let Some(&first) = placed.blocks[kernel].iter().min_by_key(|&&slot| placed.plan.slots[slot].start) else {
        return;
    };
    let start = placed.plan.slots[first].start;
    for dep in &placed.resolved.links[kernel].deps {
        let (before, made) = (&placed.plan.kernels[dep.kernel].id, reached[dep.kernel].on(dep.on));
        let done = if dep.on == PlanOn::Finish { "finished" } else { "launched" };
        let transfer = match dep.transfer {
            0 => String::new(),
            transfer => format!(", and the transfer takes {transfer}"),
        };
        let reason = format_args!("it starts at {start}, but `{before}` has {done} only at {made}{transfer}");
        let is_late_enough = reached[dep.kernel].allows(dep) <= start;
        findings.unless(is_late_enough, EARLY, format_args!("slots[{first}].start"), reason);
    }
}

/// Each block starts after the blocks of other kernels that it waits for.
fn after_credits(placed: &Placed<'_>, kernel: usize, findings: &mut Findings) {
    each_credit(placed, kernel, |slot, other, need, until| {
        let (start, name) = (placed.plan.slots[slot].start, &placed.plan.kernels[other].id);
        let reason =
            format_args!("it starts at {start}, but {need} blocks of `{name}` have finished only at {until}");
        findings.unless(until <= start, EARLY, format_args!("slots[{slot}].start"), reason);
    });
}

/// Calls `found` for each block that waits for blocks of other kernels, with its slot, the other kernel, how many
/// blocks, and when they have finished.
fn each_credit(placed: &Placed<'_>, kernel: usize, mut found: impl FnMut(usize, usize, u16, u64)) {
    for &(other, need) in &placed.resolved.links[kernel].credits {
        for (&slot, &need) in placed.blocks[kernel].iter().zip(need) {
            let last = usize::from(need).checked_sub(1);
            if let Some(&until) = last.and_then(|last| placed.finished[other].get(last)) {
                found(slot, other, need, until);
            }
        }
    }
}
