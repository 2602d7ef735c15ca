//! The rank mode against worked examples, and its refusals.

use crate::common::pairs;
use std::num::NonZeroU64;

use hws_plan::rank::{RankOptions, Ranking, Rankings, Scale};
use hws_plan::{InputError, PlannerAnswer, Task, TaskGraph, priorities};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

fn rank_json(input: &Value) -> Result<Value, InputError> {
    Ranking::from_json(input).map(|ranking| ranking.json())
}

#[test]
fn worked_examples() {
    pairs::check("rank", Ranking::from_json);
}

#[test]
fn the_example_of_the_original_design() {
    let input = pairs::read("plain", "rank", "in");
    let ranks = rank_json(&input).unwrap()["ranks"].clone();
    let of = |id: &str| ranks.as_array().unwrap().iter().find(|r| r["id"] == id).unwrap().clone();
    for (id, rank) in [("N0", 5000), ("N2", 4000), ("N4", 2000), ("N5", 1000)] {
        assert_eq!((&of(id)["rank"], &of(id)["on_cp"]), (&json!([rank, 1]), &json!(true)));
        assert_eq!(of(id)["offline_priority"], rank / 10);
    }
}

/// Each bad input with the start of the message: its place.
#[rstest]
#[case(json!({}), "tasks: missing")]
#[case(json!(7), "tasks: missing")]
#[case(json!({"tasks": 1}), "tasks: 1 is not legal here; give a list")]
#[case(json!({"tasks": []}), "tasks: [] is not legal here; give a list of at least one task")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "normalize": 9}), "normalize: unknown key; did you mean `normalise`? the keys are tasks,")]
#[case(json!({"tasks": [{"id": 1, "cst": 1}]}), "tasks[0].cst: task 1: unknown key; did you mean `cost`?")]
#[case(json!({"tasks": [{"cost": 1}]}), "tasks[0].id: missing")]
#[case(json!({"tasks": [{"id": 1.0, "cost": 1}]}), "tasks[0].id: 1.0 is not")]
#[case(json!({"tasks": [{"id": 1}]}), "tasks[0].cost: task 1: missing")]
#[case(json!({"tasks": [{"id": 1, "cost": -1}]}), "tasks[0].cost: task 1: -1 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 2147483648_i64}]}), "tasks[0].cost: task 1: 2147483648 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 10.0}]}), "tasks[0].cost: task 1: 10.0 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": true}]}), "tasks[0].cost: task 1: true is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1, "costs": [1]}]}), "tasks[0]: task 1: both `cost` and `costs` are given")]
#[case(json!({"tasks": [{"id": 1, "costs": []}]}), "tasks[0].costs: task 1: [] is not")]
#[case(json!({"tasks": [{"id": 1, "costs": [1, -2]}]}), "tasks[0].costs[1]: task 1: -2 is not")]
#[case(json!({"tasks": [{"id": 1, "costs": [1]}, {"id": 2, "costs": [1, 2]}]}), "tasks[1].costs: task 2: 2 costs, but another task has 1")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}, {"id": "a", "cost": 1}]}), "tasks[1].id: some ids are")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}, {"id": 1, "cost": 1}]}), "tasks[1].id: id 1 given twice")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "edges": [{"from": 1}]}), "edges[0].to: missing")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "edges": [{"from": 1, "to": 2}]}), "edges[0].to: there is no task 2")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "edges": [{"from": 1, "to": 1}]}), "edges[0]: task 1 waits for itself")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "normalise": 0}), "normalise: 0 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "coeff": [1, 0]}), "coeff[1]: 0 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "coeff": [1]}), "coeff: [1] is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "coeff": [1, 1], "normalise": 2}), "both `coeff` and `normalise` are given")]
fn bad_inputs_name_their_place(#[case] input: Value, #[case] start: &str) {
    let error = rank_json(&input).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn double_edges_and_cycles_are_refused() {
    let tasks = json!([{"id": 1, "cost": 1}, {"id": 2, "cost": 1}]);
    let edges = |list: Value| rank_json(&json!({"tasks": tasks, "edges": list})).unwrap_err().to_string();
    let ab = json!({"from": 1, "to": 2});
    assert!(edges(json!([ab, ab])).starts_with("edges[1]: edge 1 -> 2 given twice"));
    assert!(edges(json!([ab, {"from": 2, "to": 1}])).starts_with("edges: task 1 is on a cycle"));
}

#[test]
fn an_answer_beyond_64_bits_is_refused() {
    let most = i64::from(i32::MAX);
    let chain: Vec<Value> = (0..10).map(|id| json!({"id": id, "cost": most})).collect();
    let edges: Vec<Value> = (1..10).map(|id| json!({"from": id - 1, "to": id})).collect();
    let input = json!({"tasks": chain, "edges": edges, "coeff": [most, 1]});
    assert!(rank_json(&input).unwrap_err().to_string().starts_with("offline_priority: the result"));
}

#[test]
fn one_cost_list_among_plain_costs_gives_means_but_no_schedule() {
    let input = json!({"tasks": [{"id": 1, "costs": [1, 2]}, {"id": 2, "cost": 4}],
                       "edges": [{"from": 1, "to": 2, "comm": 3}]});
    let output = rank_json(&input).unwrap();
    assert_eq!(output["ranks"][0]["rank"], json!([17, 2]));
    assert_eq!(output["ranks"][1]["rank"], json!([4, 1]));
    assert!(output.get("heft").is_none());
}

/// The graph of the original design with the costs that its text fixes; N1 and N3 may cost anything that keeps N2 critical.
fn design_graph(ids: [&str; 6]) -> TaskGraph {
    let task = |index: usize, time, preds: &[usize]| Task {
        id: ids[index].into(),
        time,
        core: None,
        preds: preds.to_vec(),
    };
    let tasks = vec![
        task(0, 1000, &[]),
        task(1, 2000, &[0]),
        task(2, 2000, &[0]),
        task(3, 1000, &[0]),
        task(4, 1000, &[2]),
        task(5, 1000, &[1, 3, 4]),
    ];
    TaskGraph::new("design", tasks).unwrap()
}

#[test]
fn graphs_are_ranked_as_inputs_are() {
    let graph = design_graph(["N0", "N1", "N2", "N3", "N4", "N5"]);
    let ranking =
        Ranking::from_graph(&graph, None, &RankOptions::scaled(Scale::Coeff(1, 10))).unwrap().json();
    let of =
        |key: &str| ranking["ranks"].as_array().unwrap().iter().map(|r| r[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("rank"), [5000, 3000, 4000, 2000, 2000, 1000].map(|rank| json!([rank, 1])));
    assert_eq!(of("offline_priority"), [500, 300, 400, 200, 200, 100].map(|priority| json!(priority)));
    assert_eq!(of("on_cp"), [true, false, true, false, true, true].map(|on| json!(on)));
    assert_eq!(ranking["order"], json!(["N0", "N2", "N1", "N3", "N4", "N5"]));
    assert_eq!(
        ranking["squeeze"],
        json!({"rank_div": 1, "distinct_ranks": 5, "distinct_priorities": 5, "collisions": []})
    );
    let coarse = Ranking::from_graph(&graph, None, &RankOptions::scaled(Scale::Normalise(3))).unwrap().json();
    let collisions = json!([{"priority": 1, "ids": ["N1", "N3", "N4", "N5"]}]);
    assert_eq!(coarse["squeeze"]["collisions"], collisions);
}

#[test]
fn ids_that_are_all_integers_order_by_value() {
    let order = |ids| {
        let ranking = Ranking::from_graph(&design_graph(ids), None, &RankOptions::default()).unwrap();
        ranking.json()["order"].clone()
    };
    assert_eq!(order(["1", "2", "3", "10", "9", "5"]), json!([1, 3, 2, 9, 10, 5]));
    assert_eq!(order(["1", "2", "3", "10", "9", "05"]), json!(["1", "3", "2", "10", "9", "05"]));
}

#[test]
fn each_graph_has_its_own_coefficient() {
    let small =
        TaskGraph::new("small", vec![Task { id: "a".into(), time: 7, core: None, preds: vec![] }]).unwrap();
    let ranked = |graph: &TaskGraph| {
        (
            graph.name().to_owned(),
            Ranking::from_graph(graph, None, &RankOptions::scaled(Scale::Normalise(255))).unwrap(),
        )
    };
    let both =
        Rankings::new(vec![ranked(&design_graph(["a", "b", "c", "d", "e", "f"])), ranked(&small)]).json();
    assert_eq!(both["graphs"][0]["name"], "design");
    for graph in both["graphs"].as_array().unwrap() {
        assert_eq!(graph["ranks"][0]["offline_priority"], 255);
    }
    let alone = Rankings::new(vec![ranked(&small)]).json();
    assert_eq!(alone["ranks"][0]["offline_priority"], 255);
}

#[test]
fn bandwidth_makes_bytes_times() {
    let tasks =
        |id: &str, preds: &[usize]| Task { id: id.into(), time: 5, core: None, preds: preds.to_vec() };
    let graph = TaskGraph::new("g", vec![tasks("a", &[]), tasks("b", &[0])]).unwrap();
    let graph = graph.with_bytes(vec![vec![], vec![21]]).unwrap();
    let rank = |bw| {
        Ranking::from_graph(&graph, NonZeroU64::new(bw), &RankOptions::scaled(Scale::Coeff(1, 1)))
            .unwrap()
            .json()["ranks"][0]["rank"]
            .clone()
    };
    assert_eq!([rank(0), rank(10), rank(21)], [10, 13, 11].map(|rank| json!([rank, 1])));
}

/// Placements in the order of the ids: processor, start, end.
type Placed = Vec<(usize, i64, i64)>;

/// HEFT by its definition, slowly: takes the task of the highest rank among those with placed predecessors, and finds
/// on every processor the first start at which it overlaps nothing. The candidates are the arrival of its data and the
/// ends of the tasks already placed.
fn slow_heft(costs: &[[i64; 3]], edges: &[(usize, usize, i64)], ranks: &[i64], inserts: bool) -> Placed {
    let mut placed: Vec<Option<(usize, i64, i64)>> = vec![None; costs.len()];
    for _ in costs {
        let is_ready = |&task: &usize| {
            placed[task].is_none() && edges.iter().all(|e| e.1 != task || placed[e.0].is_some())
        };
        let next =
            (0..costs.len()).filter(is_ready).max_by_key(|&task| (ranks[task], std::cmp::Reverse(task)));
        let task = next.unwrap();
        let mut best: Option<(usize, i64, i64)> = None;
        for (pe, &cost) in costs[task].iter().enumerate() {
            let there: Vec<(i64, i64)> =
                placed.iter().flatten().filter(|at| at.0 == pe).map(|at| (at.1, at.2)).collect();
            let arrivals = edges.iter().filter(|e| e.1 == task).map(|e| {
                let from = placed[e.0].unwrap();
                if from.0 == pe { from.2 } else { from.2 + e.2 }
            });
            let ready = arrivals.max().unwrap_or(0);
            let last = there.iter().map(|busy| busy.1).max().unwrap_or(0);
            let starts = there.iter().map(|busy| busy.1).chain([ready]).filter(|&st| st >= ready);
            let fits = |st: &i64| there.iter().all(|busy| busy.1 <= *st || st + cost <= busy.0);
            let start =
                starts.filter(|st| fits(st) && (inserts || *st >= last)).min().unwrap_or(ready.max(last));
            if best.is_none_or(|best| start + cost < best.2) {
                best = Some((pe, start, start + cost));
            }
        }
        placed[task] = best;
    }
    placed.into_iter().flatten().collect()
}

fn heft_of(costs: &[[i64; 3]], edges: &[(usize, usize, i64)]) -> (Placed, Vec<i64>) {
    let tasks: Vec<Value> = costs.iter().enumerate().map(|(id, c)| json!({"id": id, "costs": c})).collect();
    let edges: Vec<Value> =
        edges.iter().map(|(from, to, comm)| json!({"from": from, "to": to, "comm": comm})).collect();
    let output = rank_json(&json!({"tasks": tasks, "edges": edges})).unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let number = |value: &Value| value.as_i64().unwrap();
    let placements = list(&output["heft"]["placements"]);
    let placed =
        placements.iter().map(|p| (number(&p["pe"]) as usize, number(&p["st"]), number(&p["ed"]))).collect();
    // Thirds, as the reference only compares them.
    let ranks = list(&output["ranks"]);
    let ranks = ranks.iter().map(|r| number(&r["rank"][0]) * 3 / number(&r["rank"][1])).collect();
    (placed, ranks)
}

#[test]
fn gaps_are_filled() {
    // A long transfer to the second task leaves processor 0 idle for the last task in the order.
    let costs = [[2, 9, 9], [4, 90, 90], [2, 9, 9], [8, 9, 9]];
    let edges = [(0, 1, 0), (3, 1, 20)];
    let (placed, ranks) = heft_of(&costs, &edges);
    assert_eq!(placed, slow_heft(&costs, &edges, &ranks, true));
    let appended = slow_heft(&costs, &[(0, 1, 0)], &[9, 8, 1, 0], false);
    assert_ne!(placed, appended);
}

/// A random graph whose edges point to higher indices.
fn random_graph() -> impl Strategy<Value = TaskGraph> {
    let times = prop::collection::vec(0u64..50, 1..9);
    (times, any::<[u8; 9]>()).prop_map(|(times, bits)| {
        let preds = |i: usize| (0..i).filter(|&j| bits[i] >> j & 1 == 1).collect();
        let task = |(i, &time): (usize, &u64)| Task { id: i.to_string(), time, core: None, preds: preds(i) };
        TaskGraph::new("random", times.iter().enumerate().map(task).collect()).unwrap()
    })
}

/// Every path from `task` downward, as lists of tasks.
fn paths(graph: &TaskGraph, task: usize) -> Vec<Vec<usize>> {
    let below: Vec<_> = graph.successors()[task].iter().flat_map(|&next| paths(graph, next)).collect();
    if below.is_empty() {
        return vec![vec![task]];
    }
    below.into_iter().map(|path| [vec![task], path].concat()).collect()
}

proptest! {
    #[test]
    fn ranks_are_longest_paths(graph in random_graph()) {
        let length = |path: &Vec<usize>| path.iter().map(|&task| graph.tasks()[task].time).sum::<u64>();
        let result = priorities(&graph);
        let mut longest = 0;
        for task in 0..graph.len() {
            let rank = paths(&graph, task).iter().map(length).max().unwrap();
            prop_assert_eq!(result.rank[task], rank);
            prop_assert_eq!(u64::from(result.offline_priority[task]), rank);
            longest = longest.max(rank);
        }
        prop_assert_eq!(result.critical_path, longest);
        // on_cp is exactly the tasks of the longest full paths.
        let sources = (0..graph.len()).filter(|&task| graph.tasks()[task].preds.is_empty());
        let full = sources.flat_map(|task| paths(&graph, task)).filter(|path| length(path) == longest);
        let mut on_cp = vec![false; graph.len()];
        full.flatten().for_each(|task| on_cp[task] = true);
        prop_assert_eq!(result.on_cp, on_cp);
    }

    #[test]
    fn the_squeeze_never_inverts(times in prop::collection::vec(1u64..1 << 60, 1..9)) {
        let task = |(i, &time): (usize, &u64)| {
            Task { id: i.to_string(), time, core: None, preds: i.checked_sub(1).into_iter().collect() }
        };
        let graph = TaskGraph::new("chain", times.iter().enumerate().map(task).collect()).unwrap();
        let result = priorities(&graph);
        for pair in result.offline_priority.windows(2) {
            prop_assert!(pair[0] >= pair[1]);
        }
        prop_assert!(result.critical_path / result.rank_div <= u64::from(u32::MAX));
    }

    #[test]
    fn heft_is_insertion_based(
        costs in prop::collection::vec([1i64..20, 1i64..20, 1i64..20], 1..14),
        bits in any::<[u16; 14]>(),
        comm in prop::collection::vec(0i64..30, 91),
    ) {
        let pairs = (0..costs.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
        let edges: Vec<_> = pairs.zip(comm).filter(|((from, to), _)| bits[*to] >> from & 1 == 1)
            .map(|((from, to), comm)| (from, to, comm)).collect();
        let (placed, ranks) = heft_of(&costs, &edges);
        prop_assert_eq!(placed, slow_heft(&costs, &edges, &ranks, true));
    }

    #[test]
    fn graphs_and_inputs_agree(graph in random_graph(), coeff in 1i64..9) {
        let tasks: Vec<Value> = graph.tasks().iter().map(|t| json!({"id": t.id.parse::<i64>().unwrap(), "cost": t.time})).collect();
        let edges = graph.tasks().iter().enumerate().flat_map(|(to, t)| t.preds.iter().map(move |from| json!({"from": from, "to": to})));
        let input = json!({"tasks": tasks, "edges": edges.collect::<Vec<_>>(), "coeff": [coeff, 7]});
        let of_graph = Ranking::from_graph(&graph, None, &RankOptions::scaled(Scale::Coeff(coeff, 7))).unwrap();
        prop_assert_eq!(of_graph.json(), rank_json(&input).unwrap());
        let scaled = Ranking::from_json_with(&input, &RankOptions::scaled(Scale::Normalise(coeff))).unwrap();
        prop_assert_eq!(scaled.json(), Ranking::from_graph(&graph, None, &RankOptions::scaled(Scale::Normalise(coeff))).unwrap().json());
    }

    #[test]
    fn heft_respects_data_and_processors(
        costs in prop::collection::vec([0i64..9, 0i64..9, 0i64..9], 1..9),
        bits in any::<[u8; 9]>(),
        comm in 0i64..5,
    ) {
        let tasks: Vec<Value> = costs.iter().enumerate().map(|(id, c)| json!({"id": id, "costs": c})).collect();
        let pairs = (0..costs.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
        let edges: Vec<(usize, usize)> = pairs.filter(|&(from, to)| bits[to] >> from & 1 == 1).collect();
        let json_edges: Vec<Value> =
            edges.iter().map(|(from, to)| json!({"from": from, "to": to, "comm": comm})).collect();
        let output = rank_json(&json!({"tasks": tasks, "edges": json_edges})).unwrap();
        let at = |id: usize, key: &str| output["heft"]["placements"][id][key].as_i64().unwrap();
        for (from, to) in edges {
            let travel = if at(from, "pe") == at(to, "pe") { 0 } else { comm };
            prop_assert!(at(from, "ed") + travel <= at(to, "st"));
        }
        for a in 0..costs.len() {
            prop_assert_eq!(at(a, "ed") - at(a, "st"), costs[a][at(a, "pe") as usize]);
            for b in 0..a {
                let apart = at(a, "ed") <= at(b, "st") || at(b, "ed") <= at(a, "st");
                prop_assert!(apart || at(a, "pe") != at(b, "pe"));
            }
        }
    }
}
