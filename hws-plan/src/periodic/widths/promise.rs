//! What a width promises before it is planned: bounds from its arrangement alone.

use std::collections::BTreeSet;

use crate::input::InputError;
use crate::periodic::arrange;
use crate::periodic::baseline::Baseline;
use crate::periodic::graph::Graph;
use crate::periodic::input::Problem;
use crate::periodic::launches::split;
use crate::periodic::layers::Layers;

/// Every width up to this is considered; beyond it, P div h for h up to this.
const EVERY: usize = 64;
/// Most nodes, over all rounds and widths, that are arranged before no further width is considered.
const MOST_ARRANGED: u64 = 1 << 22;

/// A width that may be worth planning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Promise {
    pub(super) width: usize,
    /// No plan of this width has a smaller total.
    pub(super) least: i128,
    /// What the total is expected to be: promises are kept in this order.
    pub(super) likely: i128,
    /// Copies of nodes and edges that planning places.
    pub(super) copies: u64,
}

/// Returns the widths that are considered, the most promising first, without those that are refused.
pub(super) fn promises(problem: &Problem, layers: &Layers, order: &[usize], iterations: i64) -> Vec<Promise> {
    let (span, mut arranged, mut promises) = (longest_path(&problem.graph), 0, Vec::new());
    for width in considered(problem, layers) {
        if arranged <= MOST_ARRANGED {
            let layers = layers.of_width(width, problem.pes);
            promises.extend(promise(problem, &layers, order, iterations, span));
        }
        arranged += problem.graph.len() as u64 * problem.i_limit.unsigned_abs();
    }
    promises.sort_unstable_by_key(|promise| (promise.likely, promise.width));
    promises
}

/// Returns the widest level, the most frequent width of a level, P div h, and every other width up to a limit.
fn considered(problem: &Problem, layers: &Layers) -> Vec<usize> {
    let pes = problem.pes;
    let parts = (1..=EVERY).map(|h| pes / h);
    let first = [layers.max_concurrency, layers.most_frequent()].map(|width| width.min(pes));
    let mut seen = BTreeSet::from([0]);
    first.into_iter().chain(parts).chain(1..=pes.min(EVERY)).filter(|&width| seen.insert(width)).collect()
}

fn promise(
    problem: &Problem,
    layers: &Layers,
    order: &[usize],
    iterations: i64,
    span: i128,
) -> Result<Promise, InputError> {
    let baseline = Baseline::of(problem, layers, order, iterations)?;
    let main = Shape::of(problem, order, layers.width)?;
    let rest = problem.pes % layers.width;
    let launches = layers.launches as i64;
    let each = (iterations + launches - 1) / launches;
    let (mut least, mut periods) = (main.least(each, span), main.i_period);
    if rest > 0 {
        let last = Shape::of(problem, order, rest)?;
        let (x, y) = split(iterations, launches - 1, |n| main.least(n, span), |n| last.least(n, span));
        least = main.least(x, span).max(last.least(y, span));
        periods += last.i_period;
    }
    let mut likely = least + i128::from(baseline.estimate_r) * i128::from(baseline.estimate_t);
    if !baseline.use_retiming() {
        (least, likely) = (baseline.t_normal.into(), baseline.t_normal.into());
    }
    let copies = periods as u64 * (problem.graph.len() + problem.graph.edges.len()) as u64;
    Ok(Promise { width: layers.width, least, likely, copies })
}

/// A period as far as its arrangement determines it.
struct Shape {
    i_period: usize,
    t: i64,
}

impl Shape {
    fn of(problem: &Problem, order: &[usize], pes: usize) -> Result<Self, InputError> {
        let arrangement = arrange::best(problem, order, pes)?;
        Ok(Self { i_period: arrangement.i_period, t: arrangement.t })
    }

    /// Returns a lower bound of the exact total of `n` iterations: the last one starts no earlier than its period
    /// after the first one, and takes at least as long as the longest path.
    fn least(&self, n: i64, span: i128) -> i128 {
        if n == 0 { 0 } else { i128::from((n - 1) / self.i_period as i64) * i128::from(self.t) + span }
    }
}

/// Returns the length of the longest path, all transfers through the cache.
fn longest_path(graph: &Graph) -> i128 {
    let mut ends = vec![0_i128; graph.len()];
    for &node in &graph.topo {
        let arrival = |&edge: &usize| ends[graph.edges[edge].from] + i128::from(graph.edges[edge].t_cache);
        let start = graph.into[node].iter().map(arrival).max().unwrap_or(0);
        ends[node] = start + i128::from(graph.cost[node]);
    }
    ends.into_iter().max().unwrap_or(0)
}
