//! Ranks and 32-bit priorities of a task graph, for a run.

use crate::TaskGraph;
use crate::lists::Lists;
use crate::rank::of_graph::weighted;
use crate::rank::squeeze::divisor;
use crate::rank::upward::Weighted;

/// The priorities that the scheduler gets, by task index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priorities {
    /// Upward rank over the data edges, in the graph's time unit.
    pub rank: Vec<u64>,
    /// Whether the task is on a longest path.
    pub on_cp: Vec<bool>,
    /// Largest rank; 0 for an empty graph.
    pub critical_path: u64,
    /// `rank / rank_div`, which never inverts two ranks, although distinct ranks may become equal.
    pub offline_priority: Vec<u32>,
    /// The smallest divisor that brings every rank into 32 bits; 1 if they fit.
    pub rank_div: u64,
}

/// Computes ranks over the data edges only, since the order of a core is not a dependency (planner §5). Communication
/// times count if the graph has them.
pub fn priorities(graph: &TaskGraph) -> Priorities {
    let cost: Vec<i128> = graph.tasks().iter().map(|task| task.time.into()).collect();
    let comm = graph.comm(None);
    let edges = weighted(graph, comm.as_deref()).map(|((from, to), comm)| (from, (to, comm)));
    let succ = Lists::grouped(graph.len(), edges);
    let weighted = Weighted { cost: &cost, succ: &succ, topo: graph.topological_order() };
    let exact = weighted.ranks();
    let on_cp = weighted.on_critical_path(&exact);
    // A rank is part of the sum of all times and communication, which a TaskGraph keeps within u64.
    let rank: Vec<u64> = exact.iter().map(|&rank| u64::try_from(rank).unwrap_or(u64::MAX)).collect();
    let critical_path = rank.iter().copied().max().unwrap_or(0);
    let (offline_priority, rank_div) = squeeze(&rank, critical_path);
    Priorities { rank, on_cp, critical_path, offline_priority, rank_div }
}

/// Divides by the smallest divisor that makes `largest` fit; division by a constant is monotone.
fn squeeze(rank: &[u64], largest: u64) -> (Vec<u32>, u64) {
    let div = divisor(largest);
    let priority = rank.iter().map(|rank| u32::try_from(rank / div).unwrap_or(u32::MAX)).collect();
    (priority, div)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(u64::from(u32::MAX), 1, u32::MAX)]
    #[case(1 << 32, 2, 1 << 31)]
    #[case(u64::MAX, 1 << 32, u32::MAX)]
    fn the_squeeze_uses_the_smallest_divisor(#[case] largest: u64, #[case] div: u64, #[case] top: u32) {
        assert_eq!(squeeze(&[largest, 0], largest), (vec![top, 0], div));
    }
}
