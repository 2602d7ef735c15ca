//! The optimum for a very small graph, by exhaustive search.

use std::fmt;

use serde_json::{Value, json};

use super::arrange::{lpt_order, single};
use super::baseline::left_packed;
use super::graph::Graph;
use super::input::Problem;
use super::layers::Layers;
use super::layout::{Layout, r_max};
use crate::PlannerAnswer;
use crate::input::{InputError, InputFault, fit};

/// Most nodes.
const MOST_NODES: usize = 7;

/// The answer of the mode `bruteforce`: one iteration in a period, all transfers through the cache.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    optimal_t: i64,
    lpt_t: i64,
    best_r: i64,
}

impl Best {
    pub(super) fn of(problem: &Problem) -> Result<Self, InputError> {
        let graph = &problem.graph;
        if graph.len() > MOST_NODES {
            let what = format!("{} nodes are too many for an exhaustive search", graph.len());
            return Err(InputError::new("nodes", InputFault::Infeasible { what, remedy: "give at most 7" }));
        }
        let layers = Layers::of(problem);
        let order = lpt_order(graph, &layers.level);
        let round = single(graph, &order, layers.width);
        let mut lists = round.lists;
        lists.retain(|list| !list.is_empty());
        let mut best_r = i128::MAX;
        every_order(&mut lists, 0, 0, &mut |lists| best_r = best_r.min(packed_r(graph, lists, round.t)));
        Ok(Self {
            optimal_t: smallest_t(&graph.cost, &mut vec![0; layers.width.min(graph.len())], 0),
            lpt_t: round.t,
            best_r: fit(best_r, "best_R_for_lpt_assignment_leftpacked")?,
        })
    }
}

/// Returns the smallest possible maximum load over all assignments of the remaining tasks; empty PEs are
/// interchangeable.
fn smallest_t(costs: &[i64], loads: &mut Vec<i64>, used: usize) -> i64 {
    let Some((&cost, rest)) = costs.split_first() else {
        return loads.iter().copied().max().unwrap_or(0);
    };
    let mut best = i64::MAX;
    for pe in 0..loads.len().min(used + 1) {
        loads[pe] += cost;
        best = best.min(smallest_t(rest, loads, used.max(pe + 1)));
        loads[pe] -= cost;
    }
    best
}

/// Calls `visit` with every order of every list. The recursion is at most 7 deep for each list.
fn every_order(lists: &mut Vec<Vec<u32>>, list: usize, from: usize, visit: &mut impl FnMut(&[Vec<u32>])) {
    let Some(current) = lists.get(list) else { return visit(lists) };
    if from + 1 >= current.len() {
        return every_order(lists, list + 1, 0, visit);
    }
    for other in from..lists[list].len() {
        lists[list].swap(from, other);
        every_order(lists, list, from + 1, visit);
        lists[list].swap(from, other);
    }
}

fn packed_r(graph: &Graph, lists: &[Vec<u32>], t: i64) -> i128 {
    let (pe, st) = left_packed(graph, lists);
    let layout = Layout { graph, i_period: 1, t, pe: &pe, st: &st };
    r_max(&layout.retiming(&vec![true; graph.edges.len()]))
}

impl PlannerAnswer for Best {
    fn json(&self) -> Value {
        json!({
            "optimal_T": self.optimal_t,
            "lpt_T": self.lpt_t,
            "best_R_for_lpt_assignment_leftpacked": self.best_r,
        })
    }
}

impl fmt::Display for Best {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "shortest period      {}", self.optimal_t)?;
        writeln!(f, "period of LPT        {}", self.lpt_t)?;
        writeln!(f, "smallest R_max of it {}  (every order on each PE, left-packed)", self.best_r)
    }
}
