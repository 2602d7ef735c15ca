//! Critical path on a processor, CPOP (Topcuoglu, Hariri and Wu, 2002).

use std::cmp::Reverse;

use super::instance::Instance;
use super::partial::{Partial, Placement};

/// The priority of a task is the longest path through it, with mean costs. The tasks of one longest path go to the
/// processor that runs them in the shortest time, the lowest of several; the others to the one where they end first. Among ready tasks,
/// the one of the highest priority is placed next; ties by index.
pub(in crate::rank) fn cpop(instance: &Instance) -> Vec<Placement> {
    let cost = instance.mean_costs();
    let (upward, downward) = (instance.upward(&cost), instance.reversed().upward(&cost));
    let priority: Vec<i64> =
        (0..instance.len()).map(|task| upward[task] + downward[task] - cost[task]).collect();
    let path = critical_path(instance, &cost, &upward);
    let on_path = |pe: usize| path.iter().map(|&task| i128::from(instance.cost(task, pe))).sum::<i128>();
    let pe = (0..instance.usable_processors()).min_by_key(|&pe| on_path(pe)).unwrap_or(0);
    let mut is_on_path = vec![false; instance.len()];
    path.iter().for_each(|&task| is_on_path[task] = true);
    let mut order: Vec<usize> = (0..instance.len()).collect();
    order.sort_by_key(|&task| Reverse(priority[task]));
    let mut partial = Partial::new(instance);
    for task in instance.by_priority(&order) {
        if is_on_path[task] {
            partial.place(task, partial.candidate(task, pe));
        } else {
            partial.place_first(task);
        }
    }
    partial.placements()
}

/// Returns one longest path: from the first entry task of the largest rank, each time the first successor that produces
/// the rank.
fn critical_path(instance: &Instance, cost: &[i64], upward: &[i64]) -> Vec<usize> {
    let entries = (0..instance.len()).filter(|&task| instance.pred[task].is_empty());
    let mut path: Vec<usize> =
        entries.max_by_key(|&task| (upward[task], Reverse(task))).into_iter().collect();
    while let Some(&task) = path.last() {
        let produces = |&&(next, comm): &&(usize, i64)| cost[task] + comm + upward[next] == upward[task];
        match instance.succ[task].iter().find(produces) {
            Some(&(next, _)) => path.push(next),
            None => break,
        }
    }
    path
}
