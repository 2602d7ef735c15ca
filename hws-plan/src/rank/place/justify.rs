//! Forward-backward passes (Li and Willis, 1992): schedules the graph from its end, then from its start again, each time in the
//! order of the schedule before.

use std::cmp::Reverse;

use super::heft::heft;
use super::instance::Instance;
use super::partial::{Placement, makespan};

/// Returns the schedules of `passes` passes, the first of them backward from `forward`.
pub(super) fn justified(instance: &Instance, forward: &[Placement], passes: usize) -> Vec<Vec<Placement>> {
    let (reversed, mut last) = (instance.reversed(), forward.to_vec());
    let pass = |number: usize| {
        last = if number % 2 == 0 {
            mirrored(&heft(&reversed, &sorted(&last, |at| Reverse(at.ed))))
        } else {
            heft(instance, &sorted(&last, |at| at.st))
        };
        last.clone()
    };
    (0..passes).map(pass).collect()
}

/// Returns the tasks by a key, ties by index.
fn sorted<K: Ord>(placed: &[Placement], key: impl Fn(&Placement) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by_key(|&task| key(&placed[task]));
    order
}

/// Returns the schedule with time running the other way.
fn mirrored(placed: &[Placement]) -> Vec<Placement> {
    let end = makespan(placed);
    placed.iter().map(|at| Placement { pe: at.pe, st: end - at.ed, ed: end - at.st }).collect()
}
