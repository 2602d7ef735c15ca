//! Periodic schedules: retimed instances with order edges across graphs.

use std::collections::{BTreeMap, BTreeSet};

use hws_plan::plan::{Naming, Plan, PlanTimeUnit};
use hws_plan::{Periodic, PlannerAnswer};
use hws_regs::params;
use hws_run::prediction::predicted_factor;
use hws_tests::random::Numbers;
use serde_json::{Value, json};

use super::model::{has_room_for, play};
use super::replayer::Name;
use super::static_plans::{check_dependencies, check_model, check_order, check_replay};
use super::{bounds, conservation, seeds};

/// An input, its result, and its plan.
pub(crate) struct Schedule {
    input: Value,
    answer: Value,
    pub(crate) plan: Plan,
}

impl Schedule {
    pub(crate) fn of(input: Value) -> Self {
        let periodic = Periodic::from_json(&input).unwrap();
        let naming = Naming { name: "p", source: "test", unit: PlanTimeUnit::Units };
        let plan = periodic.to_plan(&naming, 1000).unwrap().into_expanded().unwrap();
        Self { answer: periodic.json(), input, plan }
    }

    /// The transfer time of an edge copy: t_dram if a launch has demoted it, otherwise t_cache; none between kernels
    /// that only follow each other on a PE.
    pub(crate) fn delays(&self) -> impl Fn(&Name, &Name) -> u64 {
        let edges = self.input["edges"].as_array().unwrap();
        let time = |edge: &Value, key: &str| edge[key].as_u64().unwrap();
        let times: BTreeMap<(String, String), (u64, u64)> = edges
            .iter()
            .map(|edge| {
                (
                    (edge["from"].to_string(), edge["to"].to_string()),
                    (time(edge, "t_cache"), time(edge, "t_dram")),
                )
            })
            .collect();
        let demoted = self.demoted();
        move |from, to| {
            let ((source, r), (target, reader)) = (split(&from.1), split(&to.1));
            let Some(&(cached, dram)) = times.get(&(source.to_owned(), target.to_owned())) else { return 0 };
            let copy = (launch(&from.0), source.to_owned(), target.to_owned(), copy(r).to_owned());
            // Data stays inside an instance and a copy of it.
            match from.0 == to.0 && r == reader {
                true if demoted.contains(&copy) => dram,
                true => cached,
                false => 0,
            }
        }
    }

    /// By launch, ends and copy.
    fn demoted(&self) -> BTreeSet<(Option<usize>, String, String, String)> {
        let launches = self.answer["launches"].as_array().unwrap().iter();
        let each = launches.flat_map(|launch| {
            let count = launch["count"].as_u64().unwrap() as usize;
            std::iter::repeat_n(launch["period"]["dram"].as_array().unwrap(), count)
        });
        let copies = each.enumerate().flat_map(|(launch, copies)| {
            let text = |copy: &Value, place: usize| copy[place].to_string();
            copies.iter().map(move |copy| (Some(launch), text(copy, 0), text(copy, 1), text(copy, 2)))
        });
        copies.collect()
    }
}

/// The copy in the period; the number after it is that of the group.
fn copy(r: &str) -> &str {
    r.split_once('#').map_or(r, |(copy, _)| copy)
}

/// Node and copy of a kernel.
fn split(id: &str) -> (&str, &str) {
    id.rsplit_once('.').unwrap()
}

/// The number of the launch that a graph belongs to; none without retiming, when everything is cached.
fn launch(dag: &str) -> Option<usize> {
    let (number, _) = dag.strip_prefix("launch")?.split_once('#')?;
    Some(number.parse().unwrap())
}

/// Two to twelve nodes, one to eight PEs, and caches that hold everything, something or nothing.
fn random_schedule(seed: u64) -> Schedule {
    let mut numbers = Numbers::new(seed);
    let nodes = numbers.between(2, 12);
    let mut edges = Vec::new();
    for (from, to) in (0..nodes).flat_map(|to| (0..to).map(move |from| (from, to))) {
        if numbers.chance(2, to + 1) {
            let cached = numbers.below(4);
            let size = numbers.below(6);
            edges.push(json!({
                "from": from, "to": to, "size": size, "t_cache": cached, "t_dram": cached + numbers.below(5),
            }));
        }
    }
    let nodes: Vec<Value> =
        (0..nodes).map(|id| json!({ "id": id, "cost": numbers.between(1, 20) })).collect();
    Schedule::of(json!({
        "pes": numbers.between(1, 8), "iterations": numbers.between(1, 12), "nodes": nodes, "edges": edges,
        "cache": { "size": numbers.below(12), "cache_speed": 1, "dram_speed": 1 },
    }))
}

#[test]
fn random_schedules_replay_exactly() {
    let mut retimed = 0;
    for seed in seeds() {
        let schedule = random_schedule(seed);
        check_replay(&schedule.plan, schedule.delays());
        retimed += usize::from(schedule.answer["baseline"]["use_retiming"] == true);
    }
    assert!(retimed > seeds().count() / 4, "{retimed} are retimed");
}

/// Graphs with long transfers, so that many iterations are live at once: chains and layers of 1 to 6 tasks, on up to 32
/// PEs that the width need not divide.
fn random_deep_schedule(seed: u64) -> Schedule {
    let mut numbers = Numbers::new(seed);
    let (width, levels) = (numbers.between(1, 6), numbers.between(3, 12));
    let mut edges = Vec::new();
    for (from, to) in (1..levels).flat_map(|level| {
        (0..width * width).map(move |pair| ((level - 1) * width + pair / width, level * width + pair % width))
    }) {
        if from % width == to % width || numbers.chance(1, 3) {
            let time = numbers.below(200);
            edges.push(json!({ "from": from, "to": to, "size": 0, "t_cache": time, "t_dram": time }));
        }
    }
    let nodes: Vec<Value> =
        (0..width * levels).map(|id| json!({ "id": id, "cost": numbers.between(1, 20) })).collect();
    Schedule::of(json!({
        "pes": numbers.between(1, 32), "iterations": numbers.between(20, 60), "nodes": nodes, "edges": edges,
        "width": numbers.between(1, width),
    }))
}

/// Groups of iterations that are live at once, as planned.
fn live_groups(schedule: &Schedule) -> u64 {
    let launches = schedule.answer["launches"].as_array().unwrap().iter();
    let live = |launch: &Value| {
        let period = &launch["period"];
        let groups =
            launch["iterations_each"].as_u64().unwrap().div_ceil(period["i_period"].as_u64().unwrap());
        launch["count"].as_u64().unwrap() * groups.min(period["R_max"].as_u64().unwrap() + 1)
    };
    launches.map(live).sum()
}

/// However many iterations are live, a plan that is written runs to its end, within 1.1 times the planned one.
#[test]
fn plans_of_many_live_iterations_drain() {
    let mut beyond_the_tags = 0;
    for seed in seeds().take(12) {
        let schedule = random_deep_schedule(seed);
        let plan = &schedule.plan;
        let run = play(plan, None);
        let end = plan.slots.iter().map(|slot| slot.end).max().unwrap() * run.workload.est_scale;
        assert!(run.record.makespan * 10 <= end * 11, "{} of {end} planned", run.record.makespan);
        check_order(plan, &run.blocks);
        let retimed = schedule.answer["baseline"]["use_retiming"] == true;
        beyond_the_tags += usize::from(retimed && live_groups(&schedule) > params::N_DAG as u64);
    }
    assert!(beyond_the_tags > 3, "{beyond_the_tags} have more live groups than there are tags");
}

/// Plans in cycles whose times are short beside decisions: a prediction from a third of the plan is within 2 % of its run.
#[test]
fn plans_in_cycles_end_as_predicted() {
    let mut late = 0;
    for seed in seeds().take(5) {
        let mut input = random_schedule(seed).input;
        input["iterations"] = json!(1000);
        let naming = Naming { name: "p", source: "test", unit: PlanTimeUnit::Cycles };
        let plan = Periodic::from_json(&input).unwrap().to_plan(&naming, u64::MAX).unwrap();
        let of = |most| predicted_factor(&plan, most).unwrap().unwrap();
        let ([run, planned], [predicted, _]) = (of(u128::MAX), of(plan.kernel_count() / 3));
        assert!(predicted.abs_diff(run) * 50 <= run, "number {seed}: predicted {predicted}, run {run}");
        late += usize::from(run * 10 > planned * 11);
    }
    assert!(late > 2, "{late} are late");
}

/// For plans with more graphs than tags, only the order and the dependencies are checked.
#[test]
fn random_schedules_keep_their_order_and_bound_on_the_model() {
    for seed in seeds() {
        let plan = random_schedule(seed).plan;
        let run = if has_room_for(&plan) { check_model(&plan) } else { play(&plan, Some(1000)) };
        check_order(&plan, &run.blocks);
        check_dependencies(&plan, &run);
        bounds::check(&plan, &run);
        conservation::check(&plan, &run);
    }
}

/// The worked example of planner §4.1: five groups on each of two launches, none waits for a tag.
#[test]
fn the_worked_example_keeps_its_order_and_bound() {
    let edge = |(from, to): (u32, u32)| {
        let cached = if (from, to) == (3, 4) { 2 } else { 1 };
        json!({ "from": from, "to": to, "size": 0, "t_cache": cached, "t_dram": cached + 1 })
    };
    let edges: Vec<Value> = [(1, 2), (1, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 6), (5, 6)].map(edge).into();
    let nodes: Vec<Value> =
        (1..).zip([1, 2, 1, 3, 1, 1]).map(|(id, cost)| json!({ "id": id, "cost": cost })).collect();
    let schedule = Schedule::of(json!({
        "pes": 4, "iterations": 10, "nodes": nodes, "edges": edges, "ratio_limit": [8, 10],
    }));
    assert_eq!((&schedule.answer["total_time"], schedule.plan.dags.len()), (&json!(39), 10));
    assert!(schedule.plan.dags.len() <= params::N_DAG);
    check_replay(&schedule.plan, schedule.delays());
    check_model(&schedule.plan);
}
