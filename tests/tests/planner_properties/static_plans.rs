//! Property 1: a static plan, replayed as soon as possible, starts nothing later than planned.

use std::collections::BTreeMap;

use hws_plan::plan::{Plan, PlanKernel};

use super::model::{Run, play, push_overhead, scale_above, sips};
use super::plans::{planned, static_plan};
use super::replayer::{Name, Replay, replay};
use super::seeds;

/// The exact form: same order, same delays, and no kernel starts later than planned.
pub(crate) fn check_replay(plan: &Plan, delay: impl Fn(&Name, &Name) -> u64) {
    let slots = planned(plan);
    let ran = replay(plan, delay);
    for (block, ran) in &ran {
        let slot = &slots[block];
        assert_eq!(ran.sip, u32::from(slot.sip), "{block:?}");
        assert!(
            ran.start <= slot.start,
            "{block:?} starts at {} and is planned at {}",
            ran.start,
            slot.start
        );
    }
    check_order(plan, &ran);
}

/// On each SIP the kernels start in the planned order.
pub(crate) fn check_order(plan: &Plan, ran: &Replay) {
    type Planned = (u64, (Name, u16));
    let mut on_sip: BTreeMap<u8, Vec<Planned>> = BTreeMap::new();
    for (block, slot) in planned(plan) {
        on_sip.entry(slot.sip).or_default().push((slot.start, block));
    }
    for (sip, mut blocks) in on_sip {
        blocks.sort();
        let starts: Vec<u64> = blocks.iter().map(|(_, block)| ran[block].start).collect();
        assert!(starts.is_sorted_by(|a, b| a < b), "SIP {sip} starts at {starts:?}");
    }
}

/// On the model: in order, after every dependency, and late by no more than decisions take along the chain of
/// order and dependencies. The graphs arrive together, so that the time for opening one while others run does not
/// count.
pub(crate) fn check_model(plan: &Plan) -> Run {
    let plan = at_once(plan);
    let overhead = push_overhead(sips(&plan));
    let scale = scale_above(&plan, overhead);
    let run = play(&plan, Some(scale));
    check_order(&plan, &run.blocks);
    check_dependencies(&plan, &run);
    let depths = depths(&plan);
    for (block, slot) in planned(&plan) {
        let latest = run.begin() + slot.start * scale + overhead * (depths[&block.0] + 1);
        let start = run.blocks[&block].start;
        assert!(start <= latest, "{block:?} starts at {start}, later than {latest}");
    }
    run
}

pub(crate) fn at_once(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.dags.iter_mut().for_each(|dag| dag.arrival = 0);
    plan
}

/// Each kernel starts after the kernels that it waits for have ended.
pub(crate) fn check_dependencies(plan: &Plan, run: &Run) {
    let end = |(dag, id): Name| {
        let of = ((dag.clone(), id.clone()), 0)..=((dag, id), u16::MAX);
        run.blocks.range(of).map(|(_, ran)| ran.end).max().unwrap_or(0)
    };
    for (name, pred) in edges(plan) {
        let start = run.blocks[&(name.clone(), 0)].start;
        assert!(start > end(pred.clone()), "{name:?} starts before the end of {pred:?}");
    }
}

/// Each kernel with each kernel that it waits for.
fn edges(plan: &Plan) -> Vec<(Name, Name)> {
    let of = |kernel: &PlanKernel| -> Vec<(Name, Name)> {
        let name = (kernel.dag.clone(), kernel.id.clone());
        let pred = |dag: &Option<String>| dag.clone().unwrap_or_else(|| kernel.dag.clone());
        kernel.deps.iter().map(|dep| (name.clone(), (pred(&dep.dag), dep.kernel.clone()))).collect()
    };
    plan.kernels.iter().flat_map(of).collect()
}

/// The number of kernels before each along the longest chain. Planned starts increase along every edge.
fn depths(plan: &Plan) -> BTreeMap<Name, u64> {
    let mut preds: BTreeMap<Name, Vec<Name>> = BTreeMap::new();
    edges(plan).into_iter().for_each(|(name, pred)| preds.entry(name).or_default().push(pred));
    let mut slots: Vec<_> = planned(plan).into_iter().map(|((name, _), slot)| (slot.start, name)).collect();
    slots.sort();
    let mut depths = BTreeMap::new();
    for (_, name) in slots {
        let before = preds.get(&name).into_iter().flatten().map(|pred| depths[pred] + 1);
        depths.insert(name.clone(), before.max().unwrap_or(0));
    }
    depths
}

#[test]
fn random_plans_replay_exactly() {
    for seed in seeds() {
        let random = static_plan(seed);
        check_replay(&random.plan, |from, to| random.delays[&(from.clone(), to.clone())]);
    }
}

#[test]
fn random_plans_keep_their_order_and_bound_on_the_model() {
    for seed in seeds() {
        check_model(&static_plan(seed).plan);
    }
}
