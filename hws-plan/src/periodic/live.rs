//! The bytes in the cache of a PE at each moment of a period (N16).
//!
//! A cached copy of an edge is in the cache of its consumer's PE from the end of the producer to the start of the
//! consumer, a half-open interval of absolute time. Folded modulo T, it may be there several times at once, once
//! for each live instance of the graph.

use super::layout::Layout;

/// A change of the live instances of an edge copy at a moment of the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    pub(super) at: i64,
    pub(super) edge_copy: usize,
    pub(super) instances: i128,
}

/// The changes in the cache of one PE during a period, in order of time.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    changes: Vec<Change>,
}

impl Live {
    /// Computes the lifetimes of these edge copies.
    pub(crate) fn of(layout: &Layout<'_>, r: &[i128], edge_copies: &[usize]) -> Self {
        let mut changes = Vec::with_capacity(2 * edge_copies.len());
        for &edge_copy in edge_copies {
            let (from, to) = layout.ends(edge_copy);
            let (start, end) = (layout.ends_at(from, r), layout.starts(to, r));
            fold(start, end, i128::from(layout.t), |at, instances| {
                // Moments of the period are below T.
                changes.push(Change { at: i64::try_from(at).unwrap_or(i64::MAX), edge_copy, instances });
            });
        }
        changes.sort_unstable();
        Self { changes }
    }

    /// Returns the changes of each moment at which something changes.
    pub(super) fn moments(&self) -> impl Iterator<Item = &[Change]> {
        self.changes.chunk_by(|a, b| a.at == b.at)
    }

    /// Returns the largest sum of live bytes.
    pub(crate) fn peak(&self, layout: &Layout<'_>) -> i128 {
        let (mut live, mut most) = (0, 0);
        for moment in self.moments() {
            live +=
                moment.iter().map(|change| change.instances * bytes(layout, change.edge_copy)).sum::<i128>();
            most = most.max(live);
        }
        most
    }
}

/// Returns the bytes of one instance of an edge copy.
pub(crate) fn bytes(layout: &Layout<'_>, edge_copy: usize) -> i128 {
    layout.graph.edges[edge_copy / layout.i_period].size.into()
}

/// Calls `change` with every moment of [0, T) at which the number of instances of [start, end) changes.
fn fold(start: i128, end: i128, t: i128, mut change: impl FnMut(i128, i128)) {
    let length = (end - start).max(0);
    let (whole, rest) = (length / t, length % t);
    if whole > 0 {
        change(0, whole);
    }
    let from = start.rem_euclid(t);
    let to = from + rest;
    if rest > 0 {
        change(from, 1);
        if to < t {
            change(to, -1);
        } else if to > t {
            change(0, 1);
            change(to - t, -1);
        }
    }
}

/// Returns the edge copies that `wanted`, by PE of the consumer, ascending.
pub(crate) fn by_consumer(
    layout: &Layout<'_>,
    pes: usize,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); pes];
    let copies = layout.graph.edges.len() * layout.i_period;
    for edge_copy in (0..copies).filter(|&edge_copy| wanted(edge_copy)) {
        let pe = layout.pe[layout.ends(edge_copy).1] as usize;
        if let Some(list) = lists.get_mut(pe) {
            list.push(edge_copy);
        }
    }
    lists
}
