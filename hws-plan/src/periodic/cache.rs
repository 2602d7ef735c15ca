//! The choice of edges that keep their data in the cache (N15-N17).

use super::layout::Layout;
use super::live::{Instances, Live, by_consumer, bytes};
use super::subset;

/// The cached edges, and the retiming that follows.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// For each copy of an edge, whether it is cached.
    pub(crate) cached: Vec<bool>,
    /// Retiming of each copy of a node.
    pub(crate) r: Vec<i128>,
    /// Number of passes that sent an edge to DRAM.
    pub(crate) passes: usize,
}

/// Starts with everything cached; passes over all PEs send to DRAM what does not fit, until everything does.
pub(super) fn choose(layout: &Layout<'_>, pes: usize, capacity: i64) -> Choice {
    let mut cached = vec![true; layout.graph.edges.len() * layout.i_period];
    let mut passes = 0;
    loop {
        let r = layout.retiming(&cached);
        if !pass(layout, &r, pes, capacity, &mut cached) {
            return Choice { cached, r, passes };
        }
        passes += 1;
    }
}

/// One pass with a fixed retiming; returns whether it sent anything to DRAM. Edges of size 0 stay cached.
fn pass(layout: &Layout<'_>, r: &[i128], pes: usize, capacity: i64, cached: &mut [bool]) -> bool {
    let lists = by_consumer(layout, pes, |edge_copy| cached[edge_copy] && bytes(layout, edge_copy) > 0);
    let mut any = false;
    for list in lists {
        Live::of(layout, r, &list).walk(layout, |live, total| {
            if total <= i128::from(capacity) {
                return Vec::new();
            }
            let out = overflow(layout, live, capacity);
            out.iter().for_each(|&edge_copy| cached[edge_copy] = false);
            any |= !out.is_empty();
            out
        });
    }
    any
}

/// Returns the edge copies that have to leave the cache: all but the canonical largest subset.
fn overflow(layout: &Layout<'_>, live: &Instances, capacity: i64) -> Vec<usize> {
    let weight = |(&edge_copy, instances): (&usize, &i128)| instances * bytes(layout, edge_copy);
    // An edge larger than the capacity never fits, however much larger it is.
    let weights: Vec<u64> = live.iter().map(weight).map(|w| u64::try_from(w).unwrap_or(u64::MAX)).collect();
    let kept = subset::largest(&weights, capacity.unsigned_abs());
    live.keys().zip(kept).filter(|(_, kept)| !kept).map(|(&edge_copy, _)| edge_copy).collect()
}
