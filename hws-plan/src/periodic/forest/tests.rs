//! Lists of a forest against vectors.

use proptest::prelude::*;

use super::{Forest, NONE};

/// A change of two lists of nodes.
#[derive(Clone, Debug)]
enum Change {
    /// A node leaves its list and is put into the other one, at its place by number.
    Move(usize),
    /// The second list is divided; the first part is merged into the first list.
    Divide(usize, usize),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        (0..40usize).prop_map(Change::Move),
        (0..40usize, 0..40usize).prop_map(|(from, length)| Change::Divide(from, length)),
    ];
    prop::collection::vec(change, 0..30)
}

/// Every question about a list.
fn check(forest: &Forest, list: u32, nodes: &[u32], weights: &[u32]) -> Result<(), TestCaseError> {
    let weight = |node: &u32| u64::from(weights[*node as usize]);
    let all: Vec<u64> = nodes.iter().map(weight).collect();
    prop_assert_eq!(forest.nodes(list), nodes);
    prop_assert_eq!((forest.count(list), forest.total(list)), (nodes.len(), all.iter().sum()));
    prop_assert_eq!(forest.least(list), all.iter().copied().min().unwrap_or(u64::MAX));
    prop_assert_eq!(forest.most(list), all.iter().copied().max().unwrap_or(0));
    for (rank, &node) in nodes.iter().enumerate() {
        prop_assert_eq!((forest.list(node), forest.rank(node)), (list, rank));
        let sum: u64 = all[..=rank].iter().sum();
        prop_assert_eq!(forest.sum(list, rank + 1), sum);
        prop_assert_eq!(
            (forest.reaching(list, sum), forest.reaching(list, sum + 1)),
            (rank + 1, (rank + 2).min(nodes.len()))
        );
        for most in [all[rank] - 1, all[rank]] {
            let small = |rank: &usize| all[*rank] <= most;
            let next = (rank..nodes.len()).find(small).map(|rank| (rank, all[rank]));
            let last = (0..rank).rev().find(small).map(|rank| (rank, all[rank]));
            prop_assert_eq!((forest.next(list, rank, most), forest.last(list, rank, most)), (next, last));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn lists_are_vectors(weights in prop::collection::vec(1..9u32, 1..40), changes in changes()) {
        let mut forest = Forest::new(weights.iter().copied());
        let mut nodes: [Vec<u32>; 2] = [(0..weights.len() as u32).collect(), Vec::new()];
        let mut lists = [nodes[0].iter().fold(NONE, |list, &node| forest.join(list, node)), NONE];
        for change in changes {
            match change {
                Change::Move(at) => {
                    let node = (at % weights.len()) as u32;
                    let of = usize::from(nodes[1].contains(&node));
                    nodes[of].retain(|&other| other != node);
                    lists[of] = forest.remove(node);
                    nodes[1 - of].push(node);
                    nodes[1 - of].sort_unstable();
                    lists[1 - of] = forest.insert(lists[1 - of], node);
                }
                Change::Divide(from, length) => {
                    let from = from.min(nodes[1].len());
                    let to = (from + length).min(nodes[1].len());
                    let (taken, others) = forest.divide(lists[1], std::slice::from_ref(&(from..to)));
                    let moved: Vec<u32> = nodes[1].drain(from..to).collect();
                    prop_assert_eq!(forest.nodes(taken), moved.clone());
                    lists[1] = others;
                    for node in moved {
                        forest.remove(node);
                        lists[0] = forest.insert(lists[0], node);
                        nodes[0].push(node);
                    }
                    nodes[0].sort_unstable();
                }
            }
            for of in 0..2 {
                check(&forest, lists[of], &nodes[of], &weights)?;
            }
        }
    }
}
