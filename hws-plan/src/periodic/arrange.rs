//! The assignment of copies to the PEs of a period, and the number of iterations of a period (N3, N6-N8).
//!
//! Tasks go to the least loaded PE, longest first (LPT); among equally loaded PEs, the lowest index takes the task.
//! The index of a copy is node × iterations of the period + (r - 1), so indices order by id, then copy.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::Graph;
use super::input::{Arrange, Problem};
use crate::input::{InputError, InputFault};

/// Most copies of nodes, or of edges, in a period, to bound the memory.
pub(super) const MOST_COPIES: usize = 1 << 24;

/// The tasks of a period on their PEs.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    /// Iterations of a period.
    pub(crate) i_period: usize,
    /// Length of a period, T: the largest load.
    pub(crate) t: i64,
    /// The copies on each PE, in packing order.
    pub(crate) lists: Vec<Vec<u32>>,
}

/// Execution time descending, level ascending, id ascending (N3).
pub(super) fn lpt_order(graph: &Graph, level: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_unstable_by_key(|&node| (Reverse(graph.cost[node]), level[node], node));
    order
}

/// Returns the arrangement of round 1 on `pes` PEs.
pub(super) fn single(graph: &Graph, order: &[usize], pes: usize) -> Arrangement {
    arrange(graph, order, pes, Arrange::Incremental, 1)
}

/// Returns the arrangement of the chosen round (N8).
///
/// # Errors
/// More copies than the limit.
pub(super) fn best(problem: &Problem, order: &[usize], pes: usize) -> Result<Arrangement, InputError> {
    let graph = &problem.graph;
    let rounds = choose(problem, order, pes);
    if rounds.saturating_mul(graph.len().max(graph.edges.len())) > MOST_COPIES {
        let (nodes, edges) = (graph.len(), graph.edges.len());
        let what = format!("a period of {rounds} iterations of {nodes} nodes and {edges} edges is too large");
        return Err(InputError::new("i_limit", InputFault::Infeasible { what, remedy: "lower it" }));
    }
    Ok(arrange(graph, order, pes, problem.arrange, rounds))
}

/// Returns the first round whose ratio reaches the limit, else the earliest of the largest ratio.
fn choose(problem: &Problem, order: &[usize], pes: usize) -> usize {
    let graph = &problem.graph;
    let (work, width) = (i128::from(graph.work()), pes as i128);
    let (num, den) = (i128::from(problem.ratio_limit.0), i128::from(problem.ratio_limit.1));
    let mut heap = Loads::new(pes);
    // Iterations and length of the best round; its ratio is iterations × work / (width × length).
    let mut best = (0, 1);
    for round in 1..=i128::from(problem.i_limit) {
        let copies = match problem.arrange {
            Arrange::Incremental => 1,
            Arrange::GlobalLpt => {
                heap = Loads::new(pes);
                round
            }
        };
        for &node in order {
            (0..copies).for_each(|_| {
                heap.take(graph.cost[node]);
            });
        }
        if round * work * den >= num * width * heap.largest {
            return usize::try_from(round).unwrap_or(usize::MAX);
        }
        if round * best.1 > best.0 * heap.largest {
            best = (round, heap.largest);
        }
        if round * work == width * heap.largest {
            // All PEs are always busy, so no later round is better.
            break;
        }
    }
    usize::try_from(best.0).unwrap_or(usize::MAX)
}

fn arrange(graph: &Graph, order: &[usize], pes: usize, how: Arrange, rounds: usize) -> Arrangement {
    let mut loads = Loads::new(pes);
    let mut lists = vec![Vec::new(); pes];
    let mut take = |node: usize, copy: usize| {
        let index = u32::try_from(node * rounds + copy).unwrap_or(u32::MAX);
        lists[loads.take(graph.cost[node])].push(index);
    };
    match how {
        Arrange::Incremental => {
            (0..rounds).for_each(|copy| order.iter().for_each(|&node| take(node, copy)));
        }
        Arrange::GlobalLpt => order.iter().for_each(|&node| (0..rounds).for_each(|copy| take(node, copy))),
    }
    // At most 2^24 copies of less than 2^31 each.
    Arrangement { i_period: rounds, t: i64::try_from(loads.largest).unwrap_or(i64::MAX), lists }
}

/// The loads of the PEs.
struct Loads {
    heap: BinaryHeap<Reverse<(i128, usize)>>,
    largest: i128,
}

impl Loads {
    fn new(pes: usize) -> Self {
        Self { heap: (0..pes).map(|pe| Reverse((0, pe))).collect(), largest: 0 }
    }

    /// Assigns a task to the least loaded PE; among equals, to the lowest.
    fn take(&mut self, time: i64) -> usize {
        let Some(mut least) = self.heap.peek_mut() else { return 0 };
        least.0.0 += i128::from(time);
        self.largest = self.largest.max(least.0.0);
        least.0.1
    }
}
