//! Transfers in the model: no kernel starts before its predecessors have finished and the transfers have ended, and a plan
//! that starts everything as soon as possible is a bound from below for its run.

use hws_plan::plan::Plan;

use super::model::{Run, play, push_overhead, scale_above, sips};
use super::plans::{planned, static_plan};
use super::replayer::replay;
use super::seeds;
use super::static_plans::{at_once, check_model};

/// A random static plan whose dependencies have its delays as transfers.
fn with_transfers(seed: u64) -> Plan {
    let random = static_plan(seed);
    let mut plan = random.plan;
    for kernel in &mut plan.kernels {
        let name = (kernel.dag.clone(), kernel.id.clone());
        for dep in &mut kernel.deps {
            let dag = dep.dag.clone().unwrap_or_else(|| kernel.dag.clone());
            dep.transfer = random.delays[&((dag, dep.kernel.clone()), name.clone())];
        }
    }
    assert!(plan.check().violations.is_empty(), "seed {seed}: {}", plan.check());
    plan
}

/// Every kernel starts after the finish of each predecessor and the transfer, whose time is scaled.
fn check_transfers(plan: &Plan, run: &Run, scale: u64) {
    for kernel in &plan.kernels {
        let start = run.blocks[&((kernel.dag.clone(), kernel.id.clone()), 0)].start;
        for dep in &kernel.deps {
            let dag = dep.dag.clone().unwrap_or_else(|| kernel.dag.clone());
            let end = run.blocks[&((dag, dep.kernel.clone()), 0)].end;
            let earliest = end + dep.transfer * scale;
            assert!(start > end && start >= earliest, "{}: {start} is before {earliest}", kernel.id);
        }
    }
}

/// No block starts before its slot.
pub(crate) fn check_not_early(plan: &Plan, run: &Run, scale: u64) {
    for (block, slot) in planned(plan) {
        let (start, earliest) = (run.blocks[&block].start, slot.start * scale);
        assert!(start >= earliest, "{block:?} starts at {start} and is planned at {earliest}");
    }
}

#[test]
fn kernels_wait_for_transfers_on_the_model() {
    for seed in seeds() {
        let plan = at_once(&with_transfers(seed));
        let run = check_model(&plan);
        check_transfers(&plan, &run, scale_above(&plan, push_overhead(sips(&plan))));
    }
}

#[test]
fn a_plan_as_soon_as_possible_is_not_overtaken() {
    for seed in seeds() {
        let mut plan = at_once(&with_transfers(seed));
        let delays = static_plan(seed).delays;
        let soonest = replay(&plan, |from, to| delays[&(from.clone(), to.clone())]);
        for slot in &mut plan.slots {
            let ran = soonest[&((slot.dag.clone(), slot.kernel.clone()), slot.block)];
            (slot.start, slot.end) = (ran.start, ran.end);
        }
        assert!(plan.check().violations.is_empty(), "seed {seed}: {}", plan.check());
        let scale = scale_above(&plan, push_overhead(sips(&plan)));
        check_not_early(&plan, &play(&plan, Some(scale)), scale);
    }
}
