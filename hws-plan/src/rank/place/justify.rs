//! Forward-backward passes (Li and Willis, 1992): schedules the graph from its end, then from its start again, each time in the
//! order of the schedule before.

use std::cmp::Reverse;

use super::heft::heft;
use super::instance::Instance;
use super::lcg::Lcg;
use super::partial::{Placement, makespan};

/// Returns the schedules of `passes` passes, the first of them backward from `forward`.
pub(super) fn justified(instance: &Instance, forward: &[Placement], passes: usize) -> Vec<Vec<Placement>> {
    let (reversed, mut last) = (instance.reversed(), forward.to_vec());
    let pass = |number: usize| {
        last = if number.is_multiple_of(2) {
            mirrored(&heft(&reversed, &sorted(&last, |at| Reverse(at.ed))))
        } else {
            heft(instance, &sorted(&last, |at| at.st))
        };
        last.clone()
    };
    (0..passes).map(pass).collect()
}

/// Passes of a round of [`perturbed`].
const PASSES: usize = 4;

/// Returns the shortest schedule of `rounds` rounds, or `shortest` if none is shorter. A round delays the starts of the shortest schedule so
/// far at random, by less than a part of its makespan that grows from 1/32 to 1/4 every four rounds, takes the tasks in that
/// order, and makes forward-backward passes. A schedule as short as `lower` ends it.
pub(in crate::rank) fn perturbed(
    instance: &Instance,
    mut shortest: Vec<Placement>,
    rounds: usize,
    lower: i64,
) -> Vec<Placement> {
    let mut random = Lcg::default();
    for round in 0..rounds {
        let length = makespan(&shortest);
        if length <= lower {
            break;
        }
        let delay = usize::try_from(length >> (5 - round % 4)).unwrap_or(usize::MAX).saturating_add(1);
        let starts: Vec<i128> =
            shortest.iter().map(|at| i128::from(at.st) + random.below(delay) as i128).collect();
        let mut order: Vec<usize> = (0..starts.len()).collect();
        order.sort_by_key(|&task| starts[task]);
        let first = heft(instance, &order);
        let passes = justified(instance, &first, PASSES);
        for schedule in std::iter::once(first).chain(passes) {
            if makespan(&schedule) < makespan(&shortest) {
                shortest = schedule;
            }
        }
    }
    shortest
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
