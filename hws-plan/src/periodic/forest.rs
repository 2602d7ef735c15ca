//! Lists of weighted nodes that are split, joined and searched in logarithmic time: treaps with implicit ranks.
//!
//! Every node belongs to exactly one list; a list is named by the root of its tree. The priorities of the nodes are
//! a fixed hash of their numbers, so the shape of a tree depends on nothing else, and no result depends on the shape.

mod search;

use std::ops::Range;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    left: u32,
    right: u32,
    up: u32,
    /// Nodes below, this one included.
    count: u32,
    weight: u32,
    /// Smallest and largest weight below, this one included.
    least: u32,
    most: u32,
    /// Sum of the weights below, this one included.
    total: u64,
}

/// Every list.
#[derive(Clone, Debug)]
pub(super) struct Forest {
    nodes: Vec<Node>,
}

impl Forest {
    /// Each node is a list of its own.
    pub(super) fn new(weights: impl Iterator<Item = u32>) -> Self {
        let single = |weight: u32| Node {
            left: NONE,
            right: NONE,
            up: NONE,
            count: 1,
            weight,
            least: weight,
            most: weight,
            total: weight.into(),
        };
        Self { nodes: weights.map(single).collect() }
    }

    /// Returns the list of a node.
    pub(super) fn list(&self, node: u32) -> u32 {
        let mut node = node;
        while self.nodes[node as usize].up != NONE {
            node = self.nodes[node as usize].up;
        }
        node
    }

    /// Returns the number of nodes before this one in its list.
    pub(super) fn rank(&self, node: u32) -> usize {
        let mut rank = self.count(self.nodes[node as usize].left);
        let mut below = node;
        while let Some(up) = self.get(self.nodes[below as usize].up) {
            if up.right == below {
                rank += self.count(up.left) + 1;
            }
            below = self.nodes[below as usize].up;
        }
        rank
    }

    /// Appends the second list to the first.
    pub(super) fn join(&mut self, first: u32, second: u32) -> u32 {
        if first == NONE || second == NONE {
            return if first == NONE { second } else { first };
        }
        let root = if priority(first) >= priority(second) {
            let Node { left, right, .. } = self.nodes[first as usize];
            let right = self.join(right, second);
            self.link(first, left, right)
        } else {
            let Node { left, right, .. } = self.nodes[second as usize];
            let left = self.join(first, left);
            self.link(second, left, right)
        };
        self.nodes[root as usize].up = NONE;
        root
    }

    /// Splits a list: its first `length` nodes, and the rest.
    pub(super) fn split(&mut self, list: u32, length: usize) -> (u32, u32) {
        let (first, second) = self.cut(list, length);
        for root in [first, second].into_iter().filter(|&root| root != NONE) {
            self.nodes[root as usize].up = NONE;
        }
        (first, second)
    }

    fn cut(&mut self, list: u32, length: usize) -> (u32, u32) {
        if list == NONE {
            return (NONE, NONE);
        }
        let Node { left, right, .. } = self.nodes[list as usize];
        let before = self.count(left);
        if length <= before {
            let (first, second) = self.cut(left, length);
            (first, self.link(list, second, right))
        } else {
            let (first, second) = self.cut(right, length - before - 1);
            (self.link(list, left, first), second)
        }
    }

    /// Takes a node out of its list, as a list of its own; returns the rest.
    pub(super) fn remove(&mut self, node: u32) -> u32 {
        let (before, rest) = self.split(self.list(node), self.rank(node));
        let (_, after) = self.split(rest, 1);
        self.join(before, after)
    }

    /// Puts a node, a list of its own, into a list that ascends by number.
    pub(super) fn insert(&mut self, list: u32, node: u32) -> u32 {
        let (mut below, mut rank) = (list, 0);
        while let Some(&Node { left, right, .. }) = self.get(below) {
            if below < node {
                rank += self.count(left) + 1;
                below = right;
            } else {
                below = left;
            }
        }
        let (before, after) = self.split(list, rank);
        let before = self.join(before, node);
        self.join(before, after)
    }

    /// Sets the weight of a node that is a list of its own.
    pub(super) fn weigh(&mut self, node: u32, weight: u32) {
        self.nodes[node as usize].weight = weight;
        self.link(node, NONE, NONE);
    }

    /// Divides a list: the nodes in these runs, which ascend, and the others.
    pub(super) fn divide(&mut self, list: u32, runs: &[Range<usize>]) -> (u32, u32) {
        let (mut taken, mut others, mut rest, mut at) = (NONE, NONE, list, 0);
        for run in runs {
            let (other, from) = self.split(rest, run.start - at);
            let (inside, after) = self.split(from, run.len());
            others = self.join(others, other);
            taken = self.join(taken, inside);
            (rest, at) = (after, run.end);
        }
        (taken, self.join(others, rest))
    }

    /// Returns the number of nodes of a list.
    pub(super) fn count(&self, list: u32) -> usize {
        self.get(list).map_or(0, |node| node.count as usize)
    }

    /// Returns the sum of the weights of a list.
    pub(super) fn total(&self, list: u32) -> u64 {
        self.get(list).map_or(0, |node| node.total)
    }

    /// Returns the smallest weight of a list.
    pub(super) fn least(&self, list: u32) -> u64 {
        self.get(list).map_or(u64::MAX, |node| node.least.into())
    }

    /// Returns the largest weight of a list, 0 if it is empty.
    pub(super) fn most(&self, list: u32) -> u64 {
        self.get(list).map_or(0, |node| node.most.into())
    }

    /// Returns the nodes of a list, in order.
    pub(super) fn nodes(&self, list: u32) -> Vec<u32> {
        let (mut nodes, mut above, mut at) = (Vec::with_capacity(self.count(list)), Vec::new(), list);
        while at != NONE || !above.is_empty() {
            while let Some(node) = self.get(at) {
                above.push(at);
                at = node.left;
            }
            at = NONE;
            if let Some(last) = above.pop() {
                nodes.push(last);
                at = self.nodes[last as usize].right;
            }
        }
        nodes
    }

    fn get(&self, list: u32) -> Option<&Node> {
        // No list has as many nodes as NONE.
        self.nodes.get(list as usize)
    }

    fn link(&mut self, root: u32, left: u32, right: u32) -> u32 {
        let mut node = self.nodes[root as usize];
        (node.left, node.right, node.count, node.total) = (left, right, 1, node.weight.into());
        (node.least, node.most) = (node.weight, node.weight);
        for child in [left, right].into_iter().filter(|&child| child != NONE) {
            let below = &mut self.nodes[child as usize];
            below.up = root;
            node.count += below.count;
            node.total += below.total;
            (node.least, node.most) = (node.least.min(below.least), node.most.max(below.most));
        }
        self.nodes[root as usize] = node;
        root
    }
}

/// Mixes the bits of a number; a bijection, so no two nodes have the same priority.
fn priority(node: u32) -> u32 {
    let mixed = (node ^ (node >> 16)).wrapping_mul(0x7feb_352d);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846c_a68b);
    mixed ^ (mixed >> 16)
}

#[cfg(test)]
mod tests;
