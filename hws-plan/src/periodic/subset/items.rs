//! A list of positive sizes, as the searches read it: in order, by size, and by sums of its first items.

use std::ops::Range;

/// Runs of consecutive items, ascending.
pub(in crate::periodic) type Runs = Vec<Range<usize>>;

/// Items in canonical order, all of them positive.
pub(super) trait Items {
    /// Returns the number of items.
    fn len(&self) -> usize;
    /// Returns the sum of the first `length` items.
    fn sum(&self, length: usize) -> u64;
    /// Returns the length of the shortest prefix whose sum is at least this; the whole length if there is none.
    fn reaching(&self, sum: u64) -> usize;
    /// Returns the first item at or after a rank with at most this size, and its size.
    fn next(&self, from: usize, most: u64) -> Option<(usize, u64)>;
    /// Returns the last item before a rank with at most this size, and its size.
    fn last(&self, before: usize, most: u64) -> Option<(usize, u64)>;
    /// Returns the largest size; 0 without items.
    fn longest(&self) -> u64;
}

/// A list with its prefix sums.
#[derive(Debug)]
pub(super) struct Sizes {
    sizes: Vec<u64>,
    sums: Vec<u64>,
}

impl Sizes {
    pub(super) fn of(sizes: Vec<u64>) -> Self {
        let add = |sum: &mut u64, size: &u64| {
            *sum += size;
            Some(*sum)
        };
        let sums = [0].into_iter().chain(sizes.iter().scan(0, add)).collect();
        Self { sizes, sums }
    }
}

impl Items for Sizes {
    fn len(&self) -> usize {
        self.sizes.len()
    }

    fn sum(&self, length: usize) -> u64 {
        self.sums[length]
    }

    fn reaching(&self, sum: u64) -> usize {
        self.sums.partition_point(|&other| other < sum).min(self.len())
    }

    fn next(&self, from: usize, most: u64) -> Option<(usize, u64)> {
        (from..self.len()).map(|rank| (rank, self.sizes[rank])).find(|&(_, size)| size <= most)
    }

    fn last(&self, before: usize, most: u64) -> Option<(usize, u64)> {
        (0..before).rev().map(|rank| (rank, self.sizes[rank])).find(|&(_, size)| size <= most)
    }

    fn longest(&self) -> u64 {
        self.sizes.iter().copied().max().unwrap_or(0)
    }
}

/// Returns the runs of the items of these ranks, which ascend.
pub(super) fn runs(ranks: impl IntoIterator<Item = usize>) -> Runs {
    let mut runs = Runs::new();
    for rank in ranks {
        match runs.last_mut() {
            Some(run) if run.end == rank => run.end += 1,
            _ => runs.push(rank..rank + 1),
        }
    }
    runs
}

/// Returns the runs of the first `length` items without those of these ranks, which descend.
pub(super) fn without(length: usize, out: &[usize]) -> Runs {
    let mut from = 0;
    let mut runs = Runs::new();
    for end in out.iter().rev().copied().chain([length]) {
        if from < end {
            runs.push(from..end);
        }
        from = end + 1;
    }
    runs
}
