//! Programs with more kernels than the scheduler holds at once, cut into parts (planner §5: 32 RS entries).
//!
//! A producer that waits for free space keeps its entry until its consumer has one too. Kernels are therefore cut, in
//! launch order, into parts that fit: a part starts when the part before it has finished, and a stream from one
//! part to another is buffered whole. Producers are never in later parts than their consumers.

use super::flat::Flat;

/// Entries of the RS.
pub(super) const ENTRIES: usize = 32;

/// Returns the part of each node; one part if all kernels fit.
pub(super) fn parts(launch_order: &[usize]) -> Vec<usize> {
    let mut parts = vec![0; launch_order.len()];
    launch_order.iter().enumerate().for_each(|(place, &node)| parts[node] = place / ENTRIES);
    parts
}

/// Returns, for each part, the kernels that end it, in launch order: no other kernel of the part waits for their end.
/// `takes_all` tells for each edge whether its consumer waits for all blocks of its producer.
pub(super) fn ends(
    flat: &Flat,
    launch_order: &[usize],
    parts: &[usize],
    takes_all: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut is_end = vec![true; parts.len()];
    for (edge, &(from, to)) in flat.edges.iter().enumerate() {
        if parts[from] == parts[to] && takes_all(edge) {
            is_end[from] = false;
        }
    }
    let mut ends = vec![Vec::new(); parts.len().div_ceil(ENTRIES)];
    launch_order.iter().filter(|&&node| is_end[node]).for_each(|&node| ends[parts[node]].push(node));
    ends
}
