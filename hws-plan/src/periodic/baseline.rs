//! The simple arrangement, one iteration after the other, and whether retiming is faster (N10).

use super::arrange::single;
use super::graph::Graph;
use super::input::Problem;
use super::layers::Layers;
use super::layout::{Layout, r_max};
use crate::input::{InputError, fit};

/// Both sides of the comparison.
#[derive(Clone, Debug)]
pub(crate) struct Baseline {
    /// PE and start of each node in the simple arrangement of one iteration.
    pub(crate) placements: Vec<(usize, i64)>,
    /// Its length, L.
    pub(crate) one_iteration: i64,
    /// Time of all iterations in the simple arrangement.
    pub(crate) t_normal: i64,
    /// T of round 1 on m PEs.
    pub(crate) estimate_t: i64,
    /// R_max of that period, left-packed in LPT order, all transfers through the cache.
    pub(crate) estimate_r: i64,
    /// (R + rounds) T.
    pub(crate) t_estimate: i64,
    /// (R + I) T of the same period on all PEs: information only.
    pub(crate) t_estimate_wide: i64,
}

impl Baseline {
    pub(super) fn of(
        problem: &Problem,
        layers: &Layers,
        order: &[usize],
        iterations: i64,
    ) -> Result<Self, InputError> {
        let groups = (problem.pes / layers.width).max(1) as i64;
        let rounds = (iterations + groups - 1) / groups;
        let (placements, one_iteration) = level_by_level(&problem.graph, layers);
        let (estimate_t, r) = estimate(&problem.graph, order, layers.width);
        let (wide_t, wide_r) = estimate(&problem.graph, order, problem.pes);
        let times = |r: i128, rounds: i64, t: i64| (r + i128::from(rounds)) * i128::from(t);
        Ok(Self {
            placements,
            one_iteration,
            t_normal: fit(times(0, rounds, one_iteration), "baseline.t_normal")?,
            estimate_t,
            estimate_r: fit(r, "baseline.estimate_R")?,
            t_estimate: fit(times(r, rounds, estimate_t), "baseline.t_estimate")?,
            t_estimate_wide: fit(times(wide_r, iterations, wide_t), "baseline.t_estimate_wide")?,
        })
    }

    /// Retime unless the simple arrangement is faster.
    pub(crate) fn use_retiming(&self) -> bool {
        self.t_estimate <= self.t_normal
    }
}

/// Returns the arrangement and its length: level by level, the k-th node of a level on PE k mod m, as soon as PE and
/// data are ready.
fn level_by_level(graph: &Graph, layers: &Layers) -> (Vec<(usize, i64)>, i64) {
    let mut placed = vec![(0, 0); graph.len()];
    let mut free = vec![0; layers.width];
    for level in layers.nodes() {
        for (k, &node) in level.iter().enumerate() {
            let pe = k % layers.width;
            let arrival = |&edge: &usize| {
                let edge = graph.edges[edge];
                placed[edge.from].1 + graph.cost[edge.from] + edge.t_cache
            };
            let st = graph.into[node].iter().map(arrival).max().unwrap_or(0).max(free[pe]);
            placed[node] = (pe, st);
            free[pe] = st + graph.cost[node];
        }
    }
    (placed, free.into_iter().max().unwrap_or(0))
}

/// T and R_max of round 1, left-packed, all transfers through the cache.
fn estimate(graph: &Graph, order: &[usize], pes: usize) -> (i64, i128) {
    let arrangement = single(graph, order, pes);
    let (pe, st) = left_packed(graph, &arrangement.lists);
    let layout = Layout { graph, i_period: 1, t: arrangement.t, pe: &pe, st: &st };
    (arrangement.t, r_max(&layout.retiming(&vec![true; graph.edges.len()])))
}

/// PE and start of each node if every PE runs its list without gaps.
pub(super) fn left_packed(graph: &Graph, lists: &[Vec<u32>]) -> (Vec<u32>, Vec<i64>) {
    let (mut pe, mut st) = (vec![0; graph.len()], vec![0; graph.len()]);
    for (index, list) in (0..).zip(lists) {
        let mut end = 0;
        for &node in list {
            let node = node as usize;
            (pe[node], st[node]) = (index, end);
            end += graph.cost[node];
        }
    }
    (pe, st)
}
