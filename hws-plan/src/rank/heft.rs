//! Insertion-based HEFT with costs per processor (Topcuoglu, Hariri and Wu, 2002).
//!
//! Repeatedly takes the first task of the rank order whose predecessors are placed, and places it where it ends
//! first, in a gap if it fits; ties go to the lowest processor.

use super::input::Problem;
use crate::schedule::{Gaps, Spot};
use crate::topo;

/// Where and when a task runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// Processor.
    pub(crate) pe: usize,
    /// Start.
    pub(crate) st: i128,
    /// End.
    pub(crate) ed: i128,
}

/// Places every task; `order` is by rank descending, ties by id.
pub(crate) fn schedule(problem: &Problem, order: &[usize], processors: usize) -> Vec<Placement> {
    let preds: Vec<Vec<usize>> =
        problem.pred.iter().map(|list| list.iter().map(|&(pred, _)| pred).collect()).collect();
    let mut placed = vec![Placement { pe: 0, st: 0, ed: 0 }; order.len()];
    let mut idle = vec![Gaps::default(); processors];
    for task in topo::by_priority(order, &preds) {
        // `processors` is at least 1, since cost lists are not empty.
        let Some((at, spot)) = best(problem, task, &placed, &idle) else { continue };
        idle[at.pe].reserve(spot, at.ed - at.st);
        placed[task] = at;
    }
    placed
}

/// Returns the placement that ends first; among several, on the lowest processor.
fn best(problem: &Problem, task: usize, placed: &[Placement], idle: &[Gaps]) -> Option<(Placement, Spot)> {
    let on = |(pe, idle): (usize, &Gaps)| {
        let cost = problem.costs[task][pe];
        let spot = idle.earliest(data_ready(problem, task, pe, placed), cost);
        (Placement { pe, st: spot.start, ed: spot.start + cost }, spot)
    };
    idle.iter().enumerate().map(on).min_by_key(|(at, _)| at.ed)
}

/// Returns when the data of all predecessors is on `pe`; communication within one processor takes no time.
fn data_ready(problem: &Problem, task: usize, pe: usize, placed: &[Placement]) -> i128 {
    let arrival = |&(pred, comm): &(usize, i128)| {
        let from = placed[pred];
        if from.pe == pe { from.ed } else { from.ed + comm }
    };
    problem.pred[task].iter().map(arrival).max().unwrap_or(0)
}
