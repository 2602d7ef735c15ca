//! The order `planned`: dependencies and priorities that follow from the slots.
//!
//! A kernel waits for the one planned before it on each of its SIPs; of two that are planned to start together, the
//! later in the list comes later. A dependency that it has already is not added. Priorities count the distinct planned
//! starts from the end: 1 for the last.

use std::collections::BTreeMap;

use crate::plan::finding::Findings;
use crate::plan::rule::VALUE;
use crate::plan::{DepKind, Plan, PlanDep, PlanOrder};

/// Most SIPs of a block; a kernel beyond them is not legal, which is reported elsewhere.
const THREADS_MOST: u32 = 16;

/// Orders the kernels of a plan without repetitions; a kernel that has not one block and a slot is reported.
pub(super) fn order(plan: &mut Plan, findings: &mut Findings) {
    plan.order = PlanOrder::Explicit;
    let slots = slots(plan);
    for (index, (kernel, slot)) in plan.kernels.iter().zip(&slots).enumerate() {
        let is_one = kernel.block_num == 1 && kernel.prefetch.is_none();
        let reason = format_args!("the order is `planned`, but `{}` is not one block that runs", kernel.id);
        findings.unless(is_one, VALUE, format_args!("kernels[{index}]"), reason);
        let reason = format_args!("the order is `planned`, but `{}` has no slot", kernel.id);
        findings.unless(slot.is_some() || !is_one, VALUE, format_args!("kernels[{index}]"), reason);
    }
    if findings.0.is_empty() {
        let starts: Vec<u64> = slots.iter().flatten().map(|&slot| plan.slots[slot].start).collect();
        depend(plan, &slots);
        for (kernel, priority) in plan.kernels.iter_mut().zip(priorities(&starts)) {
            kernel.priority = priority;
        }
    }
}

/// The first slot of each kernel.
fn slots(plan: &Plan) -> Vec<Option<usize>> {
    let mut of = BTreeMap::new();
    for (index, slot) in plan.slots.iter().enumerate() {
        of.entry((slot.dag.as_str(), slot.kernel.as_str())).or_insert(index);
    }
    plan.kernels.iter().map(|kernel| of.get(&(kernel.dag.as_str(), kernel.id.as_str())).copied()).collect()
}

/// Adds the dependencies on the kernels planned before.
fn depend(plan: &mut Plan, slots: &[Option<usize>]) {
    let mut turns: Vec<(u32, u64, usize)> = Vec::new();
    for (kernel, slot) in slots.iter().enumerate().filter_map(|(kernel, slot)| Some((kernel, (*slot)?))) {
        let threads = 0..plan.kernels[kernel].thread_num.min(THREADS_MOST);
        let slot = &plan.slots[slot];
        turns.extend(threads.map(|thread| (u32::from(slot.sip) + thread, slot.start, kernel)));
    }
    turns.sort_unstable();
    let same_sip = turns.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].2, pair[1].2));
    for (before, kernel) in same_sip.collect::<Vec<_>>() {
        let (own, other) = (&plan.kernels[kernel], &plan.kernels[before]);
        let names =
            |dep: &PlanDep| (dep.dag.as_ref().unwrap_or(&own.dag), &dep.kernel) == (&other.dag, &other.id);
        if own.deps.iter().any(names) {
            continue;
        }
        let dag = (other.dag != own.dag).then(|| other.dag.clone());
        let dep = PlanDep { dag, ..PlanDep::on_finish(&other.id, DepKind::Order) };
        plan.kernels[kernel].deps.push(dep);
    }
}

/// Priorities: higher for earlier starts, equal for equal starts, and 1 for the last.
fn priorities(starts: &[u64]) -> Vec<u32> {
    let mut sorted = starts.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let priority = |start: &u64| sorted.len() - sorted.partition_point(|other| other < start);
    starts.iter().map(|start| u32::try_from(priority(start)).unwrap_or(u32::MAX)).collect()
}
