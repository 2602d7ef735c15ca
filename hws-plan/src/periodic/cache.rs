//! The choice of edges that keep their data in the cache (N15-N17).

mod contents;

use super::layout::Layout;
use super::live::{Live, by_consumer, bytes};
use super::subset::{Approximations, Budget};
use crate::input::InputError;
use contents::Contents;

/// The cached edges, and the retiming that follows.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// For each copy of an edge, whether it is cached.
    pub(crate) cached: Vec<bool>,
    /// Retiming of each copy of a node.
    pub(crate) r: Vec<i128>,
    /// Number of passes that sent an edge to DRAM.
    pub(crate) passes: usize,
    /// What was not exact.
    pub(crate) approximations: Approximations,
}

/// Starts with everything cached; passes over all PEs send to DRAM what does not fit, until everything does.
///
/// # Errors
/// An exact choice is demanded but too costly.
pub(super) fn choose(
    layout: &Layout<'_>,
    pes: usize,
    capacity: i64,
    is_exact: bool,
) -> Result<Choice, InputError> {
    let copies = layout.graph.edges.len() * layout.i_period;
    // Each copy begins and ends to be live.
    let mut budget = Budget::new(2 * copies, is_exact, "edges");
    let mut cached = vec![true; copies];
    let mut passes = 0;
    loop {
        let r = layout.retiming(&cached);
        if !pass(layout, &r, pes, capacity, &mut cached, &mut budget)? {
            return Ok(Choice { cached, r, passes, approximations: budget.approximations() });
        }
        passes += 1;
    }
}

/// One pass with a fixed retiming; returns whether it sent anything to DRAM. Edges of size 0 stay cached.
fn pass(
    layout: &Layout<'_>,
    r: &[i128],
    pes: usize,
    capacity: i64,
    cached: &mut [bool],
    budget: &mut Budget,
) -> Result<bool, InputError> {
    let lists = by_consumer(layout, pes, |edge_copy| cached[edge_copy] && bytes(layout, edge_copy) > 0);
    let mut any = false;
    for list in lists {
        let mut contents = Contents::new(layout, &list, capacity);
        for moment in Live::of(layout, r, &list).moments() {
            contents.change(moment);
            for edge_copy in contents.overflow(budget)? {
                cached[edge_copy] = false;
                any = true;
            }
        }
    }
    Ok(any)
}
