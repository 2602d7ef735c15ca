//! HEFT with lookahead (after Bittencourt, Sakellariou and Madeira, 2010): a task goes where its successors end early.

use super::instance::Instance;
use super::partial::{Partial, Placement};

/// Takes the tasks in the order of [`super::heft`]. A task goes to the processor for which the latest of its successors could end
/// first, each on its own best processor, given the tasks placed so far; ties go to the earlier end of the task, then to
/// the lowest processor.
pub(in crate::rank) fn lookahead(instance: &Instance, order: &[usize]) -> Vec<Placement> {
    let mut partial = Partial::new(instance);
    for task in instance.by_priority(order) {
        let cost = |at: Placement| (latest_successor(instance, &partial, task, at), at.ed);
        if let Some(best) = partial.candidates(task).min_by_key(|candidate| cost(candidate.at)) {
            partial.place(task, best);
        }
    }
    partial.placements()
}

/// Returns the latest of the earliest ends of the successors of a task that runs at `at`, or its own end without
/// successors. A successor starts after the task, so that it cannot take the time that the task occupies.
fn latest_successor(instance: &Instance, partial: &Partial<'_>, task: usize, at: Placement) -> i64 {
    let first_end = |&(next, _): &(usize, i64)| {
        let on = |pe| partial.candidate_with(next, pe, Some((task, at))).at.ed;
        partial.processors().map(on).min()
    };
    instance.succ[task].iter().filter_map(first_end).max().unwrap_or(at.ed)
}

/// Returns how many times as many places as HEFT this looks at.
pub(super) fn effort(instance: &Instance) -> usize {
    let edges: usize = instance.succ.all().len();
    1 + (edges * instance.usable_processors()).div_ceil(instance.len().max(1))
}
