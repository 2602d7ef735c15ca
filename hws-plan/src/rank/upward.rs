//! The rank recursion and the critical path, on any integer unit.

use std::ops::Add;

use crate::lists::Lists;

/// Costs and weighted successors of a graph, with a topological order of it.
pub(crate) struct Weighted<'a, T> {
    /// Cost of each task.
    pub(crate) cost: &'a [T],
    /// Successors of each task with the communication cost of the edge.
    pub(crate) succ: &'a Lists<(usize, T)>,
    /// A topological order.
    pub(crate) topo: &'a [usize],
}

impl<T: Copy + Default + Ord + Add<Output = T>> Weighted<'_, T> {
    /// Upward rank of each task.
    pub(crate) fn ranks(&self) -> Vec<T> {
        let mut rank = vec![T::default(); self.cost.len()];
        for &task in self.topo.iter().rev() {
            let below = self.succ[task].iter().map(|&(next, comm)| comm + rank[next]).max();
            rank[task] = self.cost[task] + below.unwrap_or_default();
        }
        rank
    }

    /// Returns whether each task is on a longest path: downward from every entry task of the largest rank, following
    /// every child that produces the rank.
    pub(crate) fn on_critical_path(&self, rank: &[T]) -> Vec<bool> {
        let mut entry = vec![true; rank.len()];
        for &(next, _) in self.succ.all() {
            entry[next] = false;
        }
        let largest = rank.iter().max();
        let mut on: Vec<bool> =
            entry.iter().zip(rank).map(|(&entry, rank)| entry && Some(rank) == largest).collect();
        for &task in self.topo.iter().filter(|_| largest.is_some()) {
            if on[task] {
                let produces = |&(next, comm): &(usize, T)| self.cost[task] + comm + rank[next] == rank[task];
                self.succ[task].iter().copied().filter(produces).for_each(|(next, _)| on[next] = true);
            }
        }
        on
    }
}
