//! Scales ranks that are wider than a priority field to 32 bits (planner §5).

/// Returns the smallest divisor that makes priorities up to `largest` fit in 32 bits. Division by a constant never inverts two
/// ranks, although distinct ones may become equal.
pub(super) fn divisor(largest: u64) -> u64 {
    (largest >> u32::BITS) + 1
}

/// The priorities of a graph in 32-bit descriptors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Squeeze {
    /// The divisor of the priorities.
    pub(super) rank_div: u64,
    pub(super) distinct_ranks: usize,
    pub(super) distinct_priorities: usize,
    /// Tasks of different ranks with the same priority; priorities descending.
    pub(super) collisions: Vec<Collision>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Collision {
    pub(super) priority: u32,
    /// Ranks descending, ties by id.
    pub(super) tasks: Vec<usize>,
}

impl Squeeze {
    /// Computes the effect on tasks in an order in which ranks, and hence priorities, do not rise.
    pub(super) fn of(order: &[usize], rank: &[i128], priority: &[i64]) -> Self {
        let largest = priority.iter().copied().max().unwrap_or(0);
        let rank_div = divisor(largest.unsigned_abs());
        let in_field =
            |task: usize| u32::try_from(priority[task].unsigned_abs() / rank_div).unwrap_or(u32::MAX);
        let groups: Vec<&[usize]> = order.chunk_by(|&a, &b| in_field(a) == in_field(b)).collect();
        let ranks = |group: &[usize]| group.chunk_by(|&a, &b| rank[a] == rank[b]).count();
        let several = groups.iter().filter(|group| ranks(group) > 1);
        let collision = |group: &&[usize]| Collision { priority: in_field(group[0]), tasks: group.to_vec() };
        Self {
            rank_div,
            distinct_ranks: ranks(order),
            distinct_priorities: groups.len(),
            collisions: several.map(collision).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, 1)]
    #[case(u64::from(u32::MAX), 1)]
    #[case(1 << 32, 2)]
    #[case((1 << 33) - 1, 2)]
    #[case(1 << 33, 3)]
    #[case(u64::MAX, 1 << 32)]
    fn the_smallest_divisor(#[case] largest: u64, #[case] div: u64) {
        assert_eq!(divisor(largest), div);
        assert!(largest / div <= u64::from(u32::MAX));
        assert!(div == 1 || largest / (div - 1) > u64::from(u32::MAX));
    }

    #[test]
    fn ranks_that_meet_in_one_priority_are_named() {
        // Ranks of tasks 0 to 4 and their priorities, a hundredth; the order is by rank.
        let (rank, priority) = ([900, 250, 250, 299, 100], [9, 2, 2, 2, 1]);
        let squeeze = Squeeze::of(&[0, 3, 1, 2, 4], &rank, &priority);
        assert_eq!((squeeze.rank_div, squeeze.distinct_ranks, squeeze.distinct_priorities), (1, 4, 3));
        assert_eq!(squeeze.collisions, [Collision { priority: 2, tasks: vec![3, 1, 2] }]);
    }

    #[test]
    fn wide_priorities_are_divided() {
        let rank = [(1 << 32) + 1, 1 << 32, 2, 1, 0];
        let squeeze = Squeeze::of(&[0, 1, 2, 3, 4], &rank, &rank.map(|rank| rank as i64));
        assert_eq!((squeeze.rank_div, squeeze.distinct_ranks, squeeze.distinct_priorities), (2, 5, 3));
        let collided: Vec<_> = squeeze.collisions.iter().map(|one| (one.priority, &one.tasks[..])).collect();
        assert_eq!(collided, [(1 << 31, &[0, 1][..]), (0, &[3, 4])]);
    }
}
