//! Insertion-based HEFT on the costs per processor (Topcuoglu, Hariri and Wu 2002).
//!
//! Repeatedly takes the first task of the rank order whose predecessors are placed, and puts it
//! where it ends first, into a gap if it fits; ties go to the lowest processor.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::input::Problem;

/// Where and when a task runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// Processor.
    pub(crate) pe: usize,
    /// Start.
    pub(crate) st: i128,
    /// End.
    pub(crate) ed: i128,
}

/// Places every task; `order` is by rank descending, ties by id.
pub(crate) fn schedule(problem: &Problem, order: &[usize], processors: usize) -> Vec<Placement> {
    let mut place_in_order = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &task)| place_in_order[task] = place);
    let mut waiting: Vec<usize> = problem.pred.iter().map(Vec::len).collect();
    let ready = (0..order.len()).filter(|&task| waiting[task] == 0);
    let mut ready: BinaryHeap<_> = ready.map(|task| Reverse(place_in_order[task])).collect();
    let mut placed = vec![Placement { pe: 0, st: 0, ed: 0 }; order.len()];
    let mut busy: Vec<Vec<(i128, i128)>> = vec![Vec::new(); processors];
    while let Some(Reverse(place)) = ready.pop() {
        let task = order[place];
        placed[task] = best(problem, task, &placed, &busy);
        reserve(&mut busy[placed[task].pe], placed[task]);
        for &(next, _) in &problem.succ[task] {
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(Reverse(place_in_order[next]));
            }
        }
    }
    placed
}

/// The placement that ends first; the lowest processor of several.
fn best(problem: &Problem, task: usize, placed: &[Placement], busy: &[Vec<(i128, i128)>]) -> Placement {
    let mut best: Option<Placement> = None;
    for (pe, slots) in busy.iter().enumerate() {
        let cost = problem.costs[task][pe];
        let st = earliest(slots, data_ready(problem, task, pe, placed), cost);
        if best.is_none_or(|best| st + cost < best.ed) {
            best = Some(Placement { pe, st, ed: st + cost });
        }
    }
    // `processors` is at least 1: cost lists are not empty.
    best.unwrap_or(Placement { pe: 0, st: 0, ed: 0 })
}

/// When the data of all predecessors is on `pe`; within one processor it costs nothing.
fn data_ready(problem: &Problem, task: usize, pe: usize, placed: &[Placement]) -> i128 {
    let arrival = |&(pred, comm): &(usize, i128)| {
        let from = placed[pred];
        if from.pe == pe { from.ed } else { from.ed + comm }
    };
    problem.pred[task].iter().map(arrival).max().unwrap_or(0)
}

/// Earliest start from `ready` on at which `cost` fits before, between or after the busy slots.
fn earliest(slots: &[(i128, i128)], ready: i128, cost: i128) -> i128 {
    // Slots are disjoint and ascending, so those that end before `ready` cannot matter.
    let from = slots.partition_point(|slot| slot.1 <= ready);
    let mut start = ready;
    for &(busy_from, busy_to) in &slots[from..] {
        if start + cost <= busy_from {
            return start;
        }
        start = start.max(busy_to);
    }
    start
}

fn reserve(slots: &mut Vec<(i128, i128)>, placed: Placement) {
    let slot = (placed.st, placed.ed);
    let at = slots.partition_point(|other| *other < slot);
    slots.insert(at, slot);
}

#[cfg(test)]
mod tests {
    use super::earliest;
    use rstest::rstest;

    #[rstest]
    #[case(0, 3, 0)] // before the first slot
    #[case(0, 4, 10)] // the first gap is too short, the second fits exactly
    #[case(11, 4, 20)] // ready too late for the gap
    #[case(0, 9, 20)] // only after the last
    #[case(4, 0, 5)] // a task of no time still waits for the slot it would fall into
    fn gaps_are_used_in_order(#[case] ready: i128, #[case] cost: i128, #[case] start: i128) {
        assert_eq!(earliest(&[(3, 5), (6, 10), (14, 20)], ready, cost), start);
    }
}
