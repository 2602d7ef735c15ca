//! The method `best`: the shortest schedule of a portfolio, improved by local search.
//!
//! Its effort is a multiple of that of HEFT, which looks at each processor for each task.

use super::cpop::cpop;
use super::instance::Instance;
use super::justify::{justified, perturbed};
use super::lookahead::{effort, lookahead};
use super::partial::{Placement, makespan};
use super::search::Search;

/// Forward-backward passes.
const PASSES: usize = 4;
/// Perturbed rounds on equal processors without communication, instead of lookahead and local search, which do little there.
const ROUNDS: usize = 2;
/// Most effort of the lookahead, in places that it looks at for each that HEFT does; beyond that it is left out.
const LOOKAHEAD_MOST: usize = 8;
/// Effort of the local search for each task: visits of tasks, and more of them for each processor.
const VISITS: (usize, usize) = (100, 15);

/// Returns the shortest schedule that it finds; never longer than `heft`, the HEFT schedule. Among equals, the first in the order of
/// HEFT, forward-backward passes, CPOP, lookahead, perturbed rounds, local search. A schedule as short as `lower` is taken at once.
pub(in crate::rank) fn best(
    instance: &Instance,
    order: &[usize],
    heft: &[Placement],
    lower: i64,
) -> Vec<Placement> {
    let mut shortest = heft.to_vec();
    let portfolio: [&dyn Fn() -> Vec<Vec<Placement>>; 3] =
        [&|| justified(instance, heft, PASSES), &|| vec![cpop(instance)], &|| {
            let is_cheap = !instance.is_uniform() && effort(instance) <= LOOKAHEAD_MOST;
            is_cheap.then(|| lookahead(instance, order)).into_iter().collect()
        }];
    for schedules in portfolio {
        if makespan(&shortest) <= lower {
            return shortest;
        }
        for schedule in schedules() {
            if makespan(&schedule) < makespan(&shortest) {
                shortest = schedule;
            }
        }
    }
    if instance.is_uniform() {
        return perturbed(instance, shortest, ROUNDS, lower);
    }
    let for_each = VISITS.0 + VISITS.1 * instance.usable_processors();
    let visits = instance.len().saturating_mul(for_each);
    Search::new(instance, &shortest).improved(visits, lower)
}
