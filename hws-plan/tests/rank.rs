//! The rank mode against worked examples, and its refusals.

#[path = "common/pairs.rs"]
mod pairs;

use hws_plan::rank::Ranking;
use hws_plan::{Answer, InputError, Task, TaskGraph, priorities};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

fn rank_json(input: &Value) -> Result<Value, InputError> {
    Ranking::of(input).map(|ranking| ranking.json())
}

#[test]
fn worked_examples() {
    pairs::check("rank", Ranking::of);
}

#[test]
fn seed_000_example() {
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
#[case(json!({"tasks": 1}), "tasks: 1 is not a list")]
#[case(json!({"tasks": [{"cost": 1}]}), "tasks[0].id: missing")]
#[case(json!({"tasks": [{"id": 1.0, "cost": 1}]}), "tasks[0].id: 1.0 is not")]
#[case(json!({"tasks": [{"id": 1}]}), "tasks[0].cost: missing")]
#[case(json!({"tasks": [{"id": 1, "cost": -1}]}), "tasks[0].cost: -1 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 2147483648_i64}]}), "tasks[0].cost: 2147483648 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 10.0}]}), "tasks[0].cost: 10.0 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": true}]}), "tasks[0].cost: true is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1, "costs": [1]}]}), "tasks[0]: `cost` beside")]
#[case(json!({"tasks": [{"id": 1, "costs": []}]}), "tasks[0].costs: [] is not")]
#[case(json!({"tasks": [{"id": 1, "costs": [1, -2]}]}), "tasks[0].costs[1]: -2 is not")]
#[case(json!({"tasks": [{"id": 1, "costs": [1]}, {"id": 2, "costs": [1, 2]}]}), "tasks[1].costs: 2 costs where")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}, {"id": "a", "cost": 1}]}), "tasks[1].id: ids are partly")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}, {"id": 1, "cost": 1}]}), "tasks[1].id: id 1 given twice")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "edges": [{"from": 1}]}), "edges[0].to: missing")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "edges": [{"from": 1, "to": 2}]}), "edges[0].to: there is no task 2")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "edges": [{"from": 1, "to": 1}]}), "edges[0]: task 1 waits for itself")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "normalise": 0}), "normalise: 0 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "coeff": [1, 0]}), "coeff[1]: 0 is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "coeff": [1]}), "coeff: [1] is not")]
#[case(json!({"tasks": [{"id": 1, "cost": 1}], "coeff": [1, 1], "normalise": 2}), "`coeff` beside `normalise`")]
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
    assert!(edges(json!([ab, {"from": 2, "to": 1}])).starts_with("edges: task 1 lies on a cycle"));
}

#[test]
fn an_answer_beyond_64_bits_is_refused() {
    let most = i64::from(i32::MAX);
    let chain: Vec<Value> = (0..10).map(|id| json!({"id": id, "cost": most})).collect();
    let edges: Vec<Value> = (1..10).map(|id| json!({"from": id - 1, "to": id})).collect();
    let input = json!({"tasks": chain, "edges": edges, "coeff": [most, 1]});
    assert!(rank_json(&input).unwrap_err().to_string().starts_with("offline_priority: the answer"));
}

#[test]
fn one_cost_list_beside_plain_costs_means_but_no_schedule() {
    let input = json!({"tasks": [{"id": 1, "costs": [1, 2]}, {"id": 2, "cost": 4}],
                       "edges": [{"from": 1, "to": 2, "comm": 3}]});
    let output = rank_json(&input).unwrap();
    assert_eq!(output["ranks"][0]["rank"], json!([17, 2]));
    assert_eq!(output["ranks"][1]["rank"], json!([4, 1]));
    assert!(output.get("heft").is_none());
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
