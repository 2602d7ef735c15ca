//! Property 2: a row pipeline with a SIP for each kernel starts every row at its time in the event list.

use std::collections::BTreeMap;

use hws_plan::PlannerAnswer;
use hws_plan::pipeline::Pipeline;
use hws_plan::plan::{Plan, PlanTriggers};
use hws_tests::random::Numbers;
use serde_json::{Value, json};

use super::model::{Run, play, scale_above, sips, trigger_overhead};
use super::plans::planned;
use super::replayer::{Name, replay};
use super::seeds;

/// The plan of a row pipeline; none if it deadlocks.
fn rows(input: &Value) -> Option<Plan> {
    Pipeline::from_json(input).unwrap().to_plan(None).unwrap()
}

/// Sizes, kernels, strides and pads of all kinds, with the same time for all rows of a unit or different ones.
fn random_rows(seed: u64) -> Value {
    let mut numbers = Numbers::new(seed);
    let (ky, sy) = (numbers.between(1, 4), numbers.between(1, 4));
    let (top, bottom) = (numbers.below(ky), numbers.below(ky));
    let ny = numbers.between(ky, 24);
    let outputs = (ny + top + bottom - ky) / sy + 1;
    let mut times = |rows: u32| match numbers.chance(1, 2) {
        true => json!(numbers.between(1, 20)),
        // Few different times, so that some rows in a row take the same.
        false => json!((0..rows).map(|_| 6 * numbers.between(1, 3)).collect::<Vec<_>>()),
    };
    let (t_axon, t_soma) = (times(ny), times(outputs));
    json!({
        "op": "row_pipeline", "ny": ny, "pipeline_num": numbers.between(1, ny), "ky": ky, "sy": sy,
        "pad_top": top, "pad_bottom": bottom, "t_axon": t_axon, "t_soma": t_soma,
    })
}

/// Plans of pipelines that complete, at most as many as there are seeds.
fn random_plans() -> impl Iterator<Item = Plan> {
    seeds().filter_map(|seed| rows(&random_rows(seed)))
}

/// The exact form: every block starts at its time in the event list.
fn check_replay(plan: &Plan) {
    let ran = replay(plan, |_, _| 0);
    for (block, slot) in planned(plan) {
        let found = ran[&block];
        assert_eq!((found.start, found.end), (slot.start, slot.end), "{block:?} of {plan:?}");
    }
}

/// Checks that the blocks of each kernel run in row order, none before its credit, and none late by more than
/// reports, triggers and decisions take along the chain of rows.
fn check_model(plan: &Plan) -> Run {
    let bus_cycles = 4;
    let overhead = trigger_overhead(sips(plan), bus_cycles);
    let scale = scale_above(plan, overhead);
    let run = play(plan, Some(scale));
    assert_eq!(u64::from(run.workload.hardware.bus_cycles), bus_cycles);
    let depths = depths(plan);
    for (block, slot) in planned(plan) {
        let latest = run.begin() + slot.start * scale + overhead * (depths[&block] + 1);
        let start = run.blocks[&block].start;
        assert!(start <= latest, "{block:?} starts at {start}, later than {latest}");
        for before in before(plan, &block) {
            assert!(start > run.blocks[&before].end, "{block:?} starts at {start} before {before:?} ends");
        }
    }
    run
}

/// What a block has to wait for: the previous row on its SIP, its credits, and its slot.
fn before(plan: &Plan, ((dag, id), row): &(Name, u16)) -> Vec<(Name, u16)> {
    let name = |id: &str| (dag.clone(), id.to_owned());
    let kernel = plan.kernels.iter().find(|kernel| kernel.id == *id).unwrap();
    let mut before: Vec<_> = row.checked_sub(1).map(|last| (name(id), last)).into_iter().collect();
    // The kernel of the rows before.
    before.extend(kernel.deps.iter().map(|dep| {
        let other = plan.kernels.iter().find(|kernel| kernel.id == dep.kernel).unwrap();
        (name(&dep.kernel), other.block_num - 1)
    }));
    if let PlanTriggers::Credits(credits) = &kernel.triggers {
        let needed = credits.iter().filter_map(|credit| {
            let last = credit.need[usize::from(*row)].checked_sub(1)?;
            Some((name(&credit.kernel), last))
        });
        before.extend(needed);
    }
    before
}

/// The number of blocks before each along the longest chain; what a block waits for starts earlier.
fn depths(plan: &Plan) -> BTreeMap<(Name, u16), u64> {
    let mut slots: Vec<_> =
        planned(plan).into_iter().map(|(block, slot)| (slot.start, slot.end, block)).collect();
    slots.sort();
    let mut depths: BTreeMap<(Name, u16), u64> = BTreeMap::new();
    for (.., block) in slots {
        let depth = before(plan, &block).iter().map(|before| depths[before] + 1).max().unwrap_or(0);
        depths.insert(block, depth);
    }
    depths
}

/// ny = 6, Ky = Sy = 2, t_axon 10, t_soma 15: with two rows 105, with three 85, with four 75 cycles (planner §4.4).
#[test]
fn the_worked_examples_replay_exactly() {
    for (pipeline_num, total) in [(2, 105), (3, 85), (4, 75)] {
        let input = json!({
            "op": "row_pipeline", "ny": 6, "pipeline_num": pipeline_num, "ky": 2, "sy": 2, "t_axon": 10, "t_soma": 15,
        });
        let plan = rows(&input).unwrap();
        check_replay(&plan);
        let end = replay(&plan, |_, _| 0).values().map(|ran| ran.end).max();
        assert_eq!(end, Some(total));
        check_model(&plan);
    }
}

/// 40 rows of 3 cycles and one of 100 on each side: planned is the timeline, not 41 rows of 100.
#[test]
fn rows_of_different_times_end_when_planned() {
    let times: Vec<u64> = (0..41).map(|row| if row == 20 { 100 } else { 3 }).collect();
    let input = json!({
        "op": "row_pipeline", "ny": 41, "pipeline_num": 4, "t_axon": times, "t_soma": times,
    });
    let plan = rows(&input).unwrap();
    assert_eq!(plan.kernels.len(), 6, "rows before, at and after the long one");
    let end = plan.slots.iter().map(|slot| slot.end).max();
    let total = Pipeline::from_json(&input).unwrap().json()["total"].as_u64();
    assert_eq!(end, total);
    check_replay(&plan);
    check_model(&plan);
}

#[test]
fn random_rows_replay_exactly() {
    let plans: Vec<Plan> = random_plans().collect();
    assert!(plans.len() > seeds().count() / 3, "most deadlock");
    plans.iter().for_each(check_replay);
}

#[test]
fn random_rows_keep_order_credits_and_bound_on_the_model() {
    for plan in random_plans() {
        check_model(&plan);
    }
}
