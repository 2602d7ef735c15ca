//! Random inputs.

use proptest::prelude::*;
use serde_json::{Value, json};

/// A pair of nodes, the size, and the transfer times if they are given.
type Edge = (u8, i64, Option<(i64, i64)>);

/// Integers that determine a small input.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    nodes: Vec<(i64, i64)>,
    edges: Vec<Edge>,
    pes: i64,
    iterations: i64,
    capacity: i64,
    speeds: (i64, i64),
    ratio: (i64, i64),
    i_limit: i64,
    alpha: i64,
    is_global: bool,
    width: Option<i64>,
}

pub(crate) fn input() -> impl Strategy<Value = Value> {
    small(8).prop_map(|draw| draw.input())
}

/// An input with at most this many nodes.
pub(crate) fn small(most: usize) -> impl Strategy<Value = Draw> {
    let times = prop::option::weighted(0.3, (0..9i64, 0..5i64));
    let graph = (
        prop::collection::vec((-3..4i64, 1..13i64), 1..=most),
        prop::collection::vec((0..10u8, 0..8i64, times), 36),
    );
    let machine = (1..9i64, 1..25i64, 0..25i64, (1..4i64, 1..3i64));
    let search =
        ((0..13i64, 1..11i64), 1..5i64, -1..11i64, any::<bool>(), prop::option::weighted(0.3, 1..6i64));
    (graph, machine, search).prop_map(|((nodes, edges), (pes, iterations, capacity, speeds), search)| {
        let (ratio, i_limit, alpha, is_global, width) = search;
        Draw { nodes, edges, pes, iterations, capacity, speeds, ratio, i_limit, alpha, is_global, width }
    })
}

impl Draw {
    /// Nodes in a different order than their ids, edges along neither.
    pub(crate) fn input(&self) -> Value {
        let mut id = 0;
        let mut ids = Vec::new();
        for (step, _) in &self.nodes {
            id += step.abs() + 1;
            ids.push(if *step < 0 { -id } else { id });
        }
        let nodes = ids.iter().zip(&self.nodes).map(|(id, (_, cost))| json!({"id": id, "cost": cost}));
        let pairs = (0..ids.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
        let drawn = pairs.zip(&self.edges).filter(|(_, (chance, ..))| *chance < 4);
        let edges = drawn.map(|((from, to), &(_, size, times))| {
            let mut edge = json!({"from": ids[from], "to": ids[to], "size": size});
            if let Some((cache, more)) = times {
                edge["t_cache"] = cache.into();
                edge["t_dram"] = (cache + more).into();
            }
            edge
        });
        let mut input = json!({
            "pes": self.pes,
            "iterations": self.iterations,
            "nodes": nodes.rev().collect::<Vec<_>>(),
            "edges": edges.collect::<Vec<_>>(),
            "cache": {"size": self.capacity, "cache_speed": self.speeds.0 + self.speeds.1, "dram_speed": self.speeds.1},
            "ratio_limit": [self.ratio.0, self.ratio.1],
            "i_limit": self.i_limit,
            "alpha": [self.alpha, 10],
            "arrange": if self.is_global { "global_lpt" } else { "incremental" },
        });
        if let Some(width) = self.width {
            input["width"] = width.into();
        }
        input
    }
}
