//! The slots of a plan: each block once, where it may run, and after its dependencies.

mod order;
mod places;
mod times;

use std::collections::BTreeMap;

pub(in crate::plan) use order::{Reached, ready_slots, ready_times};
pub(in crate::plan) use places::sips;

use super::Resolved;
use crate::plan::finding::{Findings, PlanFinding};
use crate::plan::rule::UNPLACED;
use crate::plan::{Plan, PlanKernel, PlanSlot};

/// The slots of a plan by kernel and block.
pub(in crate::plan) struct Placed<'p> {
    pub(in crate::plan) plan: &'p Plan,
    pub(in crate::plan) resolved: &'p Resolved<'p>,
    /// For each kernel, the slot of each block; empty for a prefetch, a load, and a kernel with a missing slot.
    pub(in crate::plan) blocks: Vec<Vec<usize>>,
    /// For each kernel and n, when its first n + 1 blocks have all finished.
    pub(in crate::plan) finished: Vec<Vec<u64>>,
    /// For each kernel, when its graph arrives.
    pub(in crate::plan) arrivals: Vec<u64>,
}

/// Returns the breaches of the slots; none if there are no slots.
pub(super) fn check(plan: &Plan, resolved: &Resolved<'_>) -> Vec<PlanFinding> {
    let mut findings = Findings::default();
    if !plan.slots.is_empty() {
        let placed = Placed::new(plan, resolved, &mut findings);
        places::check(&placed, &mut findings);
        times::check(&placed, &mut findings);
        order::check(&placed, &mut findings);
    }
    findings.0
}

impl<'p> Placed<'p> {
    fn new(plan: &'p Plan, resolved: &'p Resolved<'p>, findings: &mut Findings) -> Self {
        let mut found: Vec<Vec<(u16, usize)>> = vec![Vec::new(); plan.kernels.len()];
        for (slot, (&kernel, of)) in resolved.slots.iter().zip(&plan.slots).enumerate() {
            found[kernel].push((of.block, slot));
        }
        let blocks = found.into_iter().enumerate();
        let blocks: Vec<_> = blocks.map(|(kernel, slots)| by_block(plan, kernel, slots, findings)).collect();
        let finished = blocks.iter().map(|slots| prefix_ends(plan, slots)).collect();
        let arrivals: BTreeMap<&str, u64> =
            plan.dags.iter().map(|dag| (dag.id.as_str(), dag.arrival)).collect();
        let arrival = |kernel: &PlanKernel| arrivals.get(kernel.dag.as_str()).copied().unwrap_or(0);
        Self { plan, resolved, blocks, finished, arrivals: plan.kernels.iter().map(arrival).collect() }
    }

    /// The same index for slots that are known to be valid.
    pub(in crate::plan) fn of_right(plan: &'p Plan, resolved: &'p Resolved<'p>) -> Self {
        Self::new(plan, resolved, &mut Findings::default())
    }

    /// The slots of a kernel, block by block.
    pub(in crate::plan) fn slots(&self, kernel: usize) -> impl Iterator<Item = &'p PlanSlot> + Clone {
        self.blocks[kernel].iter().map(|&slot| &self.plan.slots[slot])
    }
}

/// Returns the slot of each block, if all blocks have one.
fn by_block(plan: &Plan, kernel: usize, mut slots: Vec<(u16, usize)>, findings: &mut Findings) -> Vec<usize> {
    let of = &plan.kernels[kernel];
    if !of.runs() {
        return Vec::new();
    }
    slots.sort_unstable();
    // In a consistent plan no block has two slots, and none is beyond block_num.
    if slots.len() < usize::from(of.block_num) {
        let is_gap = |&(place, &(block, _)): &(usize, &(u16, usize))| place != usize::from(block);
        let first = slots.iter().enumerate().find(is_gap).map_or(slots.len(), |(place, _)| place);
        let reason = format_args!("block {first} of `{}` has no slot, although others have one", of.id);
        findings.add(UNPLACED, format_args!("kernels[{kernel}]"), reason);
        return Vec::new();
    }
    slots.into_iter().map(|(_, slot)| slot).collect()
}

/// Returns when the first n + 1 of these slots have all ended.
fn prefix_ends(plan: &Plan, slots: &[usize]) -> Vec<u64> {
    let latest = |latest: &mut u64, &slot: &usize| {
        *latest = (*latest).max(plan.slots[slot].end);
        Some(*latest)
    };
    slots.iter().scan(0, latest).collect()
}
