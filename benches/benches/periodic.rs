//! Benchmarks of the periodic planner: `cargo bench --package hws-benches --bench periodic`.
//!
//! Compare ratios, not seconds: graphs of several sizes and task lengths are measured in the same run.

use divan::Bencher;
use divan::counter::ItemsCount;
use hws_plan::Periodic;
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// Pseudo-random numbers, the same in every run.
struct Draws(u64);

impl Draws {
    /// Returns a number below `most`.
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Returns tasks that read from one or two of the hundred before them, on 64 PEs.
fn input(nodes: u64, longest: u64, i_limit: u64) -> Value {
    let mut draws = Draws(nodes + longest);
    let list: Vec<Value> = (0..nodes).map(|id| json!({"id": id, "cost": draws.below(longest) + 1})).collect();
    let mut edges = Vec::new();
    for to in 1..nodes {
        let from = to - 1 - draws.below(to.min(100));
        let other = to - 1 - draws.below(to.min(100));
        edges.push(json!({"from": from, "to": to, "size": draws.below(100_000)}));
        if other != from {
            edges.push(json!({"from": other, "to": to, "size": draws.below(100_000)}));
        }
    }
    json!({
        "pes": 64, "iterations": 1000, "nodes": list, "edges": edges,
        "cache": {"size": 1_000_000, "cache_speed": 1000, "dram_speed": 100},
        "ratio_limit": [1, 1], "i_limit": i_limit,
    })
}

fn plan(bencher: Bencher<'_, '_>, nodes: u64, longest: u64, i_limit: u64) {
    let input = input(nodes, longest, i_limit);
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| drop(divan::black_box(Periodic::from_json(&input).unwrap())));
}

#[divan::bench(args = [925, 1850, 3700], sample_count = 3)]
fn nodes(bencher: Bencher<'_, '_>, nodes: u64) {
    plan(bencher, nodes, 10_000, 1);
}

#[divan::bench(args = [100, 10_000, 1_000_000], sample_count = 3)]
fn longest_task(bencher: Bencher<'_, '_>, longest: u64) {
    plan(bencher, 1850, longest, 1);
}

/// No period is perfect, so the best of this many rounds is taken: up to ten copies of each task.
#[divan::bench(args = [1, 3, 10], sample_count = 1)]
fn rounds(bencher: Bencher<'_, '_>, rounds: u64) {
    plan(bencher, 3700, 10_000, rounds);
}
