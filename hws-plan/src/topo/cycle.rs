//! A cycle, for error messages.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// A cycle with more members is told by its first and its last ones.
const MOST_TOLD: usize = 8;

/// Indices; each waits for the next one, and the last one for the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DependencyCycle(Vec<usize>);

impl DependencyCycle {
    /// Finds a shortest cycle through the smallest index that is on any; the caller has found that there is one.
    pub(super) fn of(preds: &[impl AsRef<[usize]>]) -> Self {
        Self(shortest(smallest(preds), preds))
    }

    /// The cycle of an index that waits for itself.
    pub(crate) fn of_one(index: usize) -> Self {
        Self(vec![index])
    }

    /// Returns the smallest index on any cycle.
    #[must_use]
    pub fn first(&self) -> usize {
        self.0[0]
    }

    /// Returns the cycle in words: `a waits for b, b for c, c for a`.
    pub fn waits<N: Display>(&self, name: impl Fn(usize) -> N) -> String {
        self.told("waits for", "for", name)
    }

    /// Returns the cycle in words: `a calls b, b calls a`.
    pub fn calls<N: Display>(&self, name: impl Fn(usize) -> N) -> String {
        self.told("calls", "calls", name)
    }

    fn told<N: Display>(&self, first: &str, other: &str, name: impl Fn(usize) -> N) -> String {
        let count = self.0.len();
        let pair = |at: usize| {
            let verb = if at == 0 { first } else { other };
            format!("{} {verb} {}", name(self.0[at]), name(self.0[(at + 1) % count]))
        };
        if count <= MOST_TOLD {
            return (0..count).map(pair).collect::<Vec<_>>().join(", ");
        }
        let beginning = (0..MOST_TOLD / 2).map(pair).collect::<Vec<_>>().join(", ");
        format!("{beginning}, and so on, {}, in a cycle of {count}", pair(count - 1))
    }
}

/// The smallest index on any cycle; 0 if there is none.
fn smallest(preds: &[impl AsRef<[usize]>]) -> usize {
    let mut graph = DiGraph::<(), (), usize>::with_capacity(preds.len(), 0);
    for _ in preds {
        graph.add_node(());
    }
    for (task, list) in preds.iter().enumerate() {
        for &pred in list.as_ref() {
            graph.add_edge(NodeIndex::new(pred), NodeIndex::new(task), ());
        }
    }
    // Kosaraju rather than Tarjan: petgraph's Tarjan recurses, so a long chain would overflow the stack.
    let cyclic = kosaraju_scc(&graph).into_iter().filter(|scc| {
        scc.len() > 1 || scc.iter().any(|node| preds[node.index()].as_ref().contains(&node.index()))
    });
    cyclic.flatten().map(NodeIndex::index).min().unwrap_or(0)
}

/// A shortest way from an index over predecessors back to it; the index alone if there is none.
fn shortest(start: usize, preds: &[impl AsRef<[usize]>]) -> Vec<usize> {
    let mut before = BTreeMap::new();
    let mut next = VecDeque::from([start]);
    while let Some(task) = next.pop_front() {
        for &pred in preds[task].as_ref() {
            if pred == start {
                return way(task, &before);
            }
            if let Entry::Vacant(new) = before.entry(pred) {
                new.insert(task);
                next.push_back(pred);
            }
        }
    }
    vec![start]
}

/// The way that led to an index.
fn way(end: usize, before: &BTreeMap<usize, usize>) -> Vec<usize> {
    let mut way = vec![end];
    while let Some(&task) = before.get(&way[way.len() - 1]) {
        way.push(task);
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(preds: &[Vec<usize>]) -> String {
        DependencyCycle::of(preds).waits(|index| index)
    }

    #[test]
    fn each_member_waits_for_the_next() {
        assert_eq!(told(&[vec![], vec![1]]), "1 waits for 1");
        assert_eq!(told(&[vec![2], vec![0], vec![1], vec![0]]), "0 waits for 2, 2 for 1, 1 for 0");
        assert_eq!(DependencyCycle(vec![0, 1]).calls(|index| index), "0 calls 1, 1 calls 0");
    }

    #[test]
    fn the_shortest_cycle_is_told() {
        // 1 is on a cycle of four and on one of two.
        let preds = [vec![], vec![2, 4], vec![3], vec![4], vec![0, 1]];
        assert_eq!(told(&preds), "1 waits for 4, 4 for 1");
    }

    #[test]
    fn the_middle_of_a_long_cycle_is_left_out() {
        let count = 20;
        let preds: Vec<Vec<usize>> = (0..count).map(|index| vec![(index + 1) % count]).collect();
        assert_eq!(
            told(&preds),
            "0 waits for 1, 1 for 2, 2 for 3, 3 for 4, and so on, 19 for 0, in a cycle of 20"
        );
    }
}
