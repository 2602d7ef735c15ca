//! Topological order and cycles of a graph given as predecessor lists.

mod cycle;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub use cycle::DependencyCycle;

use crate::lists::Lists;

/// Successor lists of `preds`, each ascending.
pub(crate) fn successors(preds: &[impl AsRef<[usize]>]) -> Lists<usize> {
    let of_task = |(task, list)| <_ as AsRef<[usize]>>::as_ref(list).iter().map(move |&pred| (pred, task));
    Lists::grouped(preds.len(), preds.iter().enumerate().flat_map(of_task))
}

/// Returns the topological order that takes the smallest ready index first.
///
/// # Errors
/// A shortest cycle through the smallest index that is on any.
pub fn topological(preds: &[impl AsRef<[usize]>]) -> Result<Vec<usize>, DependencyCycle> {
    let by_index: Vec<usize> = (0..preds.len()).collect();
    let order = by_priority(&by_index, preds);
    if order.len() == preds.len() { Ok(order) } else { Err(DependencyCycle::of(preds)) }
}

/// Returns every index once: repeatedly the first one of `order` whose predecessors have all been taken. Indices on a
/// cycle are left out, and so are those that wait for them.
pub(crate) fn by_priority(order: &[usize], preds: &[impl AsRef<[usize]>]) -> Vec<usize> {
    let succ = successors(preds);
    let missing = preds.iter().map(|list| list.as_ref().len()).collect();
    taken_in_order(order, missing, |index| succ[index].iter().copied())
}

/// Like [`by_priority`], from the number of predecessors of each index, and its successors.
pub(crate) fn taken_in_order<S: Iterator<Item = usize>>(
    order: &[usize],
    mut missing: Vec<usize>,
    succ: impl Fn(usize) -> S,
) -> Vec<usize> {
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &index)| place[index] = at);
    let ready = (0..missing.len()).filter(|&index| missing[index] == 0);
    let mut ready: BinaryHeap<_> = ready.map(|index| Reverse(place[index])).collect();
    let mut taken = Vec::with_capacity(missing.len());
    while let Some(Reverse(at)) = ready.pop() {
        taken.push(order[at]);
        for next in succ(order[at]) {
            missing[next] -= 1;
            if missing[next] == 0 {
                ready.push(Reverse(place[next]));
            }
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_ready_index_comes_first() {
        let preds = vec![vec![2], vec![], vec![], vec![0, 1]];
        assert_eq!(topological(&preds), Ok(vec![1, 2, 0, 3]));
    }

    #[test]
    fn a_cycle_names_its_smallest_member_not_a_task_behind_it() {
        let preds = vec![vec![2], vec![3], vec![1], vec![2]];
        assert_eq!(topological(&preds).unwrap_err().first(), 1);
        assert_eq!(topological(&[vec![], vec![1]]).unwrap_err().first(), 1);
    }

    #[test]
    fn a_long_chain_does_not_overflow_the_stack() {
        let n = 300_000;
        let mut preds: Vec<Vec<usize>> =
            (0..n).map(|i: usize| i.checked_sub(1).into_iter().collect()).collect();
        assert_eq!(topological(&preds).unwrap().len(), n);
        preds[7].push(n - 1);
        assert_eq!(topological(&preds).unwrap_err().first(), 7);
    }
}
