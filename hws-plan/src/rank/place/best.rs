//! The method `best`: the shortest schedule of a portfolio, improved by local search.
//!
//! Its effort is a multiple of that of HEFT, which looks at each processor for each task; `.ci/rank` measures it.

use super::cpop::cpop;
use super::instance::Instance;
use super::justify::{justified, perturbed};
use super::lookahead::{effort, lookahead};
use super::partial::{Placement, makespan};
use super::search::Search;

/// Forward-backward passes.
const PASSES: usize = 2;
/// Perturbed rounds on equal processors without communication, instead of lookahead and local search, which do little there.
const ROUNDS: usize = 1;
/// Most effort of the lookahead, in places that it looks at for each that HEFT does; beyond that it is left out.
const LOOKAHEAD_MOST: usize = 8;
/// Effort of the local search for each task: visits of tasks, and more of them for each processor that HEFT looks at.
const VISITS: (usize, usize) = (110, 5);

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
    Search::new(instance, &shortest).improved(visits(instance, heft), lower)
}

fn visits(instance: &Instance, heft: &[Placement]) -> usize {
    let processors = match instance.has_equal_processors() {
        true => heft.iter().map(|at| at.pe + 1).max().unwrap_or(0),
        false => instance.usable_processors(),
    };
    instance.len().saturating_mul(VISITS.0 + VISITS.1 * processors)
}
