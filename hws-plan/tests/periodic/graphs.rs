//! Graphs that were imported are planned as the JSON that `input_of` makes of them.

use hws_plan::{Periodic, PlannerAnswer, Task, TaskGraph};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A graph of `times.len()` tasks; `edges` are drawn as from, to and bytes, in any direction.
fn graph(times: &[u64], edges: &[(usize, usize, u64)]) -> TaskGraph {
    let mut preds = vec![Vec::new(); times.len()];
    for &(a, b, size) in edges {
        let (from, to) = (a.min(b) % times.len(), a.max(b) % times.len());
        if from < to && preds[to].iter().all(|&(pred, _)| pred != from) {
            preds[to].push((from, size));
        }
    }
    preds.iter_mut().for_each(|list| list.sort_unstable());
    let bytes = preds.iter().map(|list| list.iter().map(|&(_, size)| size).collect()).collect();
    let task = |id: usize| Task {
        id: format!("t{id}"),
        time: times[id],
        core: None,
        preds: preds[id].iter().map(|&(pred, _)| pred).collect(),
    };
    TaskGraph::new("g", (0..times.len()).map(task).collect())
        .and_then(|graph| graph.with_bytes(bytes))
        .unwrap()
}

fn said(answer: Result<Periodic, impl ToString>) -> Result<Value, String> {
    answer.map(|answer| answer.json()).map_err(|error| error.to_string())
}

/// What both ways say.
fn both(graph: &TaskGraph, keys: &Value) -> [Result<Value, String>; 2] {
    let input = Periodic::input_of(graph).map(|mut input| {
        input.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        input
    });
    let by_json =
        input.map_err(|error| error.to_string()).and_then(|input| said(Periodic::from_json(&input)));
    [said(Periodic::from_graph(graph, keys)), by_json]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_graph_is_planned_as_its_json(
        times in prop::collection::vec(1..20u64, 1..12),
        edges in prop::collection::vec((0..12usize, 0..12usize, 0..9u64), 0..24),
        pes in 1..9i64,
        iterations in 1..40i64,
        cache in 0..30i64,
    ) {
        let cache = json!({ "size": cache, "cache_speed": 4, "dram_speed": 2 });
        for width in [json!("auto"), json!("mode"), json!(1)] {
            let keys = json!({ "pes": pes, "iterations": iterations, "cache": cache, "width": width });
            let [by_graph, by_json] = both(&graph(&times, &edges), &keys);
            prop_assert!(by_graph.is_ok());
            prop_assert_eq!(by_graph, by_json);
        }
    }
}

#[test]
fn refusals_are_those_of_the_json() {
    let keys = json!({ "pes": 2, "iterations": 3 });
    let with = |more: Value| {
        let mut keys = keys.clone();
        keys.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        keys
    };
    let edge = [(0, 1, 7)];
    for (graph, keys, start) in [
        (graph(&[1, 2], &edge), keys.clone(), "edges[0]: neither t_cache nor cache.cache_speed is given"),
        (
            graph(&[1, 2], &edge),
            with(json!({ "cache": { "size": 1, "cache_speed": 1, "dram_speed": 9 } })),
            "edges[0]: t_dram 1 is below t_cache 7; make DRAM no faster than the cache",
        ),
        (graph(&[1, 0], &[]), keys.clone(), "task `t1`: 0 is not legal here; give a time from 1 to 2^31 - 1"),
        (graph(&[1, 1 << 31], &[]), keys.clone(), "task `t1`: 2147483648 is not legal here; give a time"),
        (
            graph(&[1, 2], &[(0, 1, 1 << 31)]),
            keys.clone(),
            "task `t1`: 2147483648 is not legal here; give bytes",
        ),
        (graph(&[], &[]), keys.clone(), "nodes: [] is not legal here; give a list of at least one node"),
        (graph(&[1], &[]), with(json!({ "pes": 0 })), "pes: 0 is not "),
    ] {
        let [by_graph, by_json] = both(&graph, &keys);
        assert!(by_graph.as_ref().unwrap_err().starts_with(start), "{by_graph:?}");
        assert_eq!(by_graph, by_json);
    }
    let unknown = Periodic::from_graph(&graph(&[1], &[]), &with(json!({ "nodes": [] }))).unwrap_err();
    assert!(unknown.to_string().starts_with("nodes: unknown key; "), "{unknown}");
}
