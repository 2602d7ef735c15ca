//! The random graphs on which the methods of the rank mode are compared with optimal schedules: 30 with light and 30
//! with heavy communication, of 12 to 20 tasks in 3 to 6 layers on 2 to 4 processors, equal or not.

use serde_json::{Value, json};

/// A linear congruential generator; it must not change, since the optima are stored.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(from: u64) -> Self {
        let mut numbers = Self(from);
        // The first numbers of near starts are alike.
        for _ in 0..5 {
            numbers.below(2);
        }
        numbers
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Returns the graphs by name, as inputs of `hws plan rank`.
pub(crate) fn random_graphs() -> Vec<(String, Value)> {
    let graph = |(is_heavy, index): (bool, u64)| {
        let name = format!("{}{index:02}", if is_heavy { "heavy" } else { "light" });
        (name, random_graph(index, is_heavy))
    };
    [false, true]
        .into_iter()
        .flat_map(|is_heavy| (0..30).map(move |index| (is_heavy, index)))
        .map(graph)
        .collect()
}

fn random_graph(index: u64, is_heavy: bool) -> Value {
    let mut numbers = Numbers::new(1000 + index * 7919 + if is_heavy { 500_000 } else { 0 });
    let (tasks, processors) = (12 + numbers.below(9), 2 + numbers.below(3));
    let (differ, layers) = (numbers.below(2) == 1, 3 + numbers.below(4));
    let mut layer: Vec<u64> = (0..tasks).map(|_| numbers.below(layers)).collect();
    layer.sort_unstable();
    let costs: Vec<Vec<u64>> = (0..tasks).map(|_| costs(&mut numbers, processors, differ)).collect();
    let mut edges = Vec::new();
    for to in 0..layer.len() {
        for from in 0..to {
            let chance = if layer[from] + 1 == layer[to] { 55 } else { 8 };
            if layer[from] < layer[to] && numbers.below(100) < chance {
                let comm = if is_heavy { 10 + numbers.below(50) } else { numbers.below(9) };
                edges.push(json!({ "from": from, "to": to, "comm": comm }));
            }
        }
    }
    let task = |(id, costs): (usize, &Vec<u64>)| match differ {
        true => json!({ "id": id, "costs": costs }),
        false => json!({ "id": id, "cost": costs[0] }),
    };
    let tasks: Vec<Value> = costs.iter().enumerate().map(task).collect();
    json!({ "tasks": tasks, "edges": edges, "pes": processors })
}

/// A cost from 5 to 30, on each processor between half of it and one and a half, if they differ.
pub(crate) fn costs(numbers: &mut Numbers, processors: u64, differ: bool) -> Vec<u64> {
    let cost = 5 + numbers.below(26);
    let on = |_| if differ { (cost * (50 + numbers.below(101)) / 100).max(1) } else { cost };
    (0..processors).map(on).collect()
}
