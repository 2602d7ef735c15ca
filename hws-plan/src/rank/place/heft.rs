//! Insertion-based HEFT with costs per processor (Topcuoglu, Hariri and Wu, 2002).

use super::instance::Instance;
use super::partial::{Partial, Placement};

/// Repeatedly takes the first task of `order` whose predecessors are placed, and places it where it ends first, in a gap
/// if it fits; ties go to the lowest processor. For HEFT, `order` is by rank descending, ties by id.
pub(in crate::rank) fn heft(instance: &Instance, order: &[usize]) -> Vec<Placement> {
    let mut partial = Partial::new(instance);
    for task in instance.by_priority(order) {
        partial.place_first(task);
    }
    partial.placements()
}
