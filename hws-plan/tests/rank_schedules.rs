//! The schedules of the rank mode: valid by an independent check, bounded by exhaustive search on tiny graphs, and against
//! stored optima on the random graphs.

use std::collections::BTreeMap;

use hws_plan::PlannerAnswer;
use hws_plan::plan::{DepKind, Naming, PlanTimeUnit};
use hws_plan::rank::{PlaceMethod, RankOptions, Ranking};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::common::example;
use crate::common::random_graphs::random_graphs;

const METHODS: [PlaceMethod; 4] =
    [PlaceMethod::Heft, PlaceMethod::Cpop, PlaceMethod::Lookahead, PlaceMethod::Best];
const NODES: u64 = 1_000_000;

fn with(method: PlaceMethod) -> RankOptions {
    RankOptions { method: Some(method), ..RankOptions::default() }
}

fn answer(input: &Value, options: &RankOptions) -> Value {
    Ranking::from_json_with(input, options).unwrap().json()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn cost(task: &Value, pe: i64) -> i64 {
    task.get("cost").map_or_else(|| number(&task["costs"][pe as usize]), number)
}

/// Returns the makespan of a schedule after checking it against its input, in which the id of a task is its index.
fn checked(input: &Value, schedule: &Value) -> i64 {
    let at = |task: &Value, key: &str| number(&schedule["placements"][task.as_u64().unwrap() as usize][key]);
    let tasks = list(&input["tasks"]);
    for (index, task) in tasks.iter().enumerate() {
        let (id, placed) = (&task["id"], &schedule["placements"][index]);
        assert_eq!(&placed["id"], id);
        let pe = at(id, "pe");
        assert!(at(id, "st") >= 0 && pe >= 0);
        assert_eq!(at(id, "ed") - at(id, "st"), cost(task, pe), "{schedule}");
        assert!(input.get("pes").is_none_or(|pes| pe < number(pes)));
        for other in &tasks[..index] {
            let other = &other["id"];
            let apart = at(other, "ed") <= at(id, "st") || at(id, "ed") <= at(other, "st");
            assert!(at(other, "pe") != pe || apart, "{id} and {other} overlap: {schedule}");
        }
    }
    for edge in list(&input["edges"]) {
        let (from, to) = (&edge["from"], &edge["to"]);
        let travel = if at(from, "pe") == at(to, "pe") { 0 } else { number(&edge["comm"]) };
        assert!(at(from, "ed") + travel <= at(to, "st"), "{from} -> {to}: {schedule}");
    }
    let makespan = tasks.iter().map(|task| at(&task["id"], "ed")).max().unwrap();
    assert_eq!(number(&schedule["makespan"]), makespan);
    makespan
}

/// The shortest schedule by exhaustion: every task in every order and on every processor, behind those before it.
fn shortest(input: &Value) -> i64 {
    let processors = number(&input["pes"]);
    let mut placed = vec![None; list(&input["tasks"]).len()];
    extend(input, processors, &mut placed)
}

/// Processor and end of each placed task.
fn extend(input: &Value, processors: i64, placed: &mut Vec<Option<(i64, i64)>>) -> i64 {
    if placed.iter().all(Option::is_some) {
        return placed.iter().flatten().map(|at| at.1).max().unwrap();
    }
    let mut best = i64::MAX;
    for task in 0..placed.len() {
        let into = list(&input["edges"]).iter().filter(|edge| edge["to"] == task);
        let into = into.map(|edge| (placed[edge["from"].as_u64().unwrap() as usize], number(&edge["comm"])));
        let into: Option<Vec<_>> = into.map(|(from, comm)| from.map(|at| (at, comm))).collect();
        let Some(into) = into.filter(|_| placed[task].is_none()) else { continue };
        for pe in 0..processors {
            let data = into.iter().map(|&(at, comm)| if at.0 == pe { at.1 } else { at.1 + comm }).max();
            let free = placed.iter().flatten().filter(|at| at.0 == pe).map(|at| at.1).max();
            placed[task] = Some((pe, data.max(free).unwrap_or(0) + cost(&input["tasks"][task], pe)));
            best = best.min(extend(input, processors, placed));
            placed[task] = None;
        }
    }
    best
}

/// Random inputs of up to `tasks` tasks on 1 to 3 processors, equal or not.
fn inputs(tasks: usize) -> impl Strategy<Value = Value> {
    let costs = prop::collection::vec([0i64..9, 0i64..9, 0i64..9], 1..=tasks);
    let edges = prop::collection::vec((any::<bool>(), 0i64..12), tasks * tasks);
    (costs, edges, 1usize..4, any::<bool>()).prop_map(|(costs, edges, pes, differ)| {
        let task = |(id, costs): (usize, &[i64; 3])| match differ {
            true => json!({"id": id, "costs": costs[..pes]}),
            false => json!({"id": id, "cost": costs[0]}),
        };
        let pairs = (0..costs.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
        let edges = pairs.zip(edges).filter(|(_, (is_there, _))| *is_there);
        let edges: Vec<Value> =
            edges.map(|((from, to), (_, comm))| json!({"from": from, "to": to, "comm": comm})).collect();
        json!({"tasks": costs.iter().enumerate().map(task).collect::<Vec<_>>(), "edges": edges, "pes": pes})
    })
}

proptest! {
    #[test]
    fn every_method_gives_a_valid_schedule_and_best_is_the_shortest(input in inputs(14)) {
        let of = |method: PlaceMethod| {
            let answer = answer(&input, &with(method));
            prop_assert!(number(&answer["lower_bound"]) <= checked(&input, &answer[method.name()]));
            Ok(checked(&input, &answer[method.name()]))
        };
        let [heft, cpop, _, best] = METHODS.map(of);
        prop_assert!(best? <= heft?.min(cpop?));
    }

    #[test]
    fn optimal_is_the_shortest_of_all(input in inputs(4)) {
        let answer = answer(&input, &RankOptions { optimal: Some(NODES), ..RankOptions::default() });
        let least = shortest(&input);
        prop_assert_eq!(checked(&input, &answer["optimal"]), least);
        prop_assert_eq!(&answer["optimal"]["proven"], &json!(true));
        prop_assert_eq!(number(&answer["lower_bound"]), least);
        prop_assert!(number(&self::answer(&input, &with(PlaceMethod::Best))["lower_bound"]) <= least);
    }

    #[test]
    fn optimal_is_valid_and_not_longer_than_best(input in inputs(9)) {
        let answer = answer(&input, &RankOptions { optimal: Some(2000), ..RankOptions::default() });
        let optimal = checked(&input, &answer["optimal"]);
        prop_assert!(optimal <= checked(&input, &answer["best"]));
        prop_assert!(number(&answer["lower_bound"]) <= optimal);
        prop_assert!(answer["optimal"]["nodes"].as_u64().unwrap() <= 2000);
    }

    #[test]
    fn one_cost_is_the_cost_on_every_processor(input in inputs(14), pes in 1usize..5) {
        let mut listed = input.clone();
        let mut single = input.clone();
        for (listed, single) in listed["tasks"].as_array_mut().unwrap().iter_mut().zip(single["tasks"].as_array_mut().unwrap()) {
            let cost = listed.get("cost").unwrap_or(&listed["costs"][0]).clone();
            *single = json!({"id": listed["id"], "cost": cost});
            *listed = json!({"id": listed["id"], "costs": vec![cost; pes]});
        }
        (listed["pes"], single["pes"]) = (json!(pes), json!(pes));
        let heft = |input| answer(input, &with(PlaceMethod::Heft))["heft"].clone();
        prop_assert_eq!(heft(&listed), heft(&single));
    }

    #[test]
    fn plans_are_valid(input in inputs(12)) {
        let ranking = Ranking::from_json(&input).unwrap();
        let naming = Naming { name: "g", source: "g.json", unit: PlanTimeUnit::Units };
        let takes_time = list(&ranking.json()["best"]["placements"]).iter().all(|at| at["st"] != at["ed"]);
        let plan = ranking.to_plan(&naming);
        prop_assert_eq!(plan.is_ok(), takes_time);
        if let Ok(plan) = plan {
            prop_assert_eq!(plan.check().violations, vec![]);
            let data = plan.kernels.iter().flat_map(|kernel| &kernel.deps).filter(|dep| dep.kind == DepKind::Data);
            prop_assert_eq!(data.count(), list(&input["edges"]).len());
        }
    }
}

/// The bars of planner §3, against optima that CP-SAT has proven (`.ci/rank`).
#[test]
fn best_is_near_the_optimum_on_the_random_graphs() {
    let optima: BTreeMap<String, i64> = serde_json::from_str(&example("random_graphs.optima.json")).unwrap();
    assert_eq!(optima.len(), random_graphs().len());
    let mut ratios: BTreeMap<String, Vec<[f64; 2]>> = BTreeMap::new();
    for (name, input) in random_graphs() {
        let (answer, optimum) = (answer(&input, &RankOptions::default()), optima[&name]);
        let [heft, best] = ["heft", "best"].map(|method| checked(&input, &answer[method]));
        assert!(number(&answer["lower_bound"]) <= optimum && optimum <= best && best <= heft, "{name}");
        let kind = name.trim_end_matches(char::is_numeric).to_owned();
        ratios.entry(kind).or_default().push([heft, best].map(|time| time as f64 / optimum as f64));
    }
    let mean = |kind: &str, method: usize| {
        let ratios = &ratios[kind];
        ratios.iter().map(|ratio| ratio[method]).sum::<f64>() / ratios.len() as f64
    };
    assert!(mean("light", 1) <= 1.03 && mean("heavy", 1) <= 1.08, "{ratios:?}");
    assert!(
        mean("light", 0) > 1.05 && mean("heavy", 0) > 1.1,
        "HEFT is near the optimum as well: {ratios:?}"
    );
}

#[test]
fn only_what_is_asked_for_is_added() {
    let keys = |input: &Value, options: &RankOptions| {
        let answer = answer(input, options);
        answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
    };
    let plain = "critical_path heft order ranks squeeze";
    let listed = json!({"tasks": [{"id": 0, "costs": [3, 4]}]});
    assert_eq!(keys(&listed, &RankOptions::default()), plain);
    assert_eq!(
        keys(&listed, &with(PlaceMethod::Cpop)),
        "cpop critical_path heft lower_bound order ranks squeeze"
    );
    let single = json!({"tasks": [{"id": 0, "cost": 3}], "pes": 2});
    assert_eq!(
        keys(&single, &RankOptions::default()),
        "best critical_path heft lower_bound order ranks squeeze"
    );
    let pes = |pes| RankOptions { pes: Some(pes), optimal: Some(NODES), ..with(PlaceMethod::Heft) };
    let all = "critical_path heft lower_bound optimal order ranks squeeze";
    assert_eq!(keys(&json!({"tasks": [{"id": 0, "cost": 3}]}), &pes(1)), all);
}

/// Two tasks of 3 that wait for one of 2, with 1 of communication: on two processors 2 + 1 + 3 is the optimum, and no
/// schedule is shorter than the 2 + 3 of its longest path.
#[test]
fn the_gap_to_the_bound_is_shown() {
    let input = json!({"tasks": [{"id": 0, "cost": 2}, {"id": 1, "cost": 3}, {"id": 2, "cost": 3}],
        "edges": [{"from": 0, "to": 1, "comm": 1}, {"from": 0, "to": 2, "comm": 1}], "pes": 2});
    let text = |options: &RankOptions| Ranking::from_json_with(&input, options).unwrap().to_string();
    let best = text(&RankOptions::default());
    assert!(
        best.contains("lower bound         5       0.0 %\nheft                6      20.0 %\n"),
        "{best}"
    );
    assert!(best.contains("the optimum is from 5 to 6\n"), "{best}");
    let optimal = text(&RankOptions { optimal: Some(NODES), ..RankOptions::default() });
    assert!(optimal.contains("\n6 is optimal\n"), "{optimal}");
    let cut = text(&RankOptions { optimal: Some(1), ..RankOptions::default() });
    assert!(cut.contains("not proven optimal after 1 node: the optimum is from 5 to 6\n"), "{cut}");
}

#[rstest]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "pes": 0}), RankOptions::default(), "pes: 0 is not legal here; give an integer from 1 to 2^16")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "pes": 65537}), RankOptions::default(), "pes: 65537 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "pe": 2}), RankOptions::default(), "pe: unknown key; did you mean `pes`?")]
#[case(json!({"tasks": [{"id": 1, "costs": [1, 2]}], "pes": 3}), RankOptions::default(), "pes: 3 processors, but tasks have 2 costs")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}]}), with(PlaceMethod::Best), "pes: a schedule needs the number of processors")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}]}), RankOptions { optimal: Some(9), ..RankOptions::default() }, "pes: a schedule needs")]
fn a_schedule_that_is_impossible_is_refused(
    #[case] input: Value,
    #[case] options: RankOptions,
    #[case] start: &str,
) {
    let error = Ranking::from_json_with(&input, &options).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn optimal_is_for_small_graphs() {
    let tasks: Vec<Value> = (0..257).map(|id| json!({"id": id, "cost": 1})).collect();
    let options = RankOptions { optimal: Some(9), ..RankOptions::default() };
    let error =
        Ranking::from_json_with(&json!({"tasks": tasks, "pes": 2}), &options).unwrap_err().to_string();
    assert!(error.starts_with("tasks: 257 tasks, but --optimal takes at most 256"), "{error}");
}

#[rstest]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "pes": 33}), "pes: 33 processors, but an affinity can select only 32 SIPs")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}, {"id": 2, "cost": 0}], "pes": 2}), "plan: task 2 takes no time")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}]}), "pes: a schedule needs the number of processors")]
fn a_plan_that_is_impossible_is_refused(#[case] input: Value, #[case] start: &str) {
    let naming = Naming { name: "g", source: "g.json", unit: PlanTimeUnit::Units };
    let error = Ranking::from_json(&input).unwrap().to_plan(&naming).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
}
