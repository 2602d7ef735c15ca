//! The idle times of one processor, starting at 0.
//!
//! Gaps ascend and may be empty: two adjacent tasks have a gap of length 0 between them, in which a task of no time
//! fits. A gap shorter than every task that may come is dropped. They are stored in chunks with the length of their
//! longest gap, so that a search can skip chunks.

use std::ops::{Add, Sub};

/// Most gaps of a chunk.
const CHUNK: usize = 128;

/// A time, in integers of any width.
pub(crate) trait Time: Copy + Ord + Default + Add<Output = Self> + Sub<Output = Self> {
    /// A time that never comes.
    const NEVER: Self;
}

impl Time for i64 {
    const NEVER: Self = i64::MAX;
}

impl Time for i128 {
    const NEVER: Self = i128::MAX;
}

/// Idle from `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gap<T> {
    from: T,
    to: T,
}

impl<T: Time> Gap<T> {
    fn length(&self) -> T {
        self.to - self.from
    }
}

#[derive(Clone, Debug)]
struct Chunk<T> {
    /// Never empty.
    gaps: Vec<Gap<T>>,
    longest: T,
    /// The end of the last gap, beside the list because searches for a time read only this.
    end: T,
}

impl<T: Time> Chunk<T> {
    fn of(gaps: Vec<Gap<T>>) -> Self {
        let longest = gaps.iter().map(Gap::length).max().unwrap_or_default();
        let end = gaps.last().map_or_else(T::default, |gap| gap.to);
        Self { gaps, longest, end }
    }
}

/// The idle times of one processor; see the module.
#[derive(Clone, Debug)]
pub(crate) struct Gaps<T> {
    chunks: Vec<Chunk<T>>,
    /// The length of the shortest task that may come.
    least: T,
}

/// A position where a task fits; valid until the next reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot<T> {
    chunk: usize,
    gap: usize,
    /// The earliest start.
    pub(crate) start: T,
}

impl<T: Time> Default for Gaps<T> {
    /// Always idle, for tasks of any length.
    fn default() -> Self {
        Self::for_tasks_from(T::default())
    }
}

impl<T: Time> Gaps<T> {
    /// Always idle, for tasks that take at least `least`.
    pub(crate) fn for_tasks_from(least: T) -> Self {
        Self { chunks: vec![Chunk::of(vec![Gap { from: T::default(), to: T::NEVER }])], least }
    }

    /// Returns the first gap in which `length` fits from `ready` on; both are at least 0.
    pub(crate) fn earliest(&self, ready: T, length: T) -> Spot<T> {
        let first = self.chunks.partition_point(|chunk| chunk.end < ready);
        let long_enough = (first..self.chunks.len()).filter(|&chunk| self.chunks[chunk].longest >= length);
        let mut spots = long_enough.filter_map(|chunk| self.in_chunk(chunk, ready, length));
        // The last gap never ends.
        spots.next().unwrap_or(Spot { chunk: 0, gap: 0, start: ready })
    }

    fn in_chunk(&self, chunk: usize, ready: T, length: T) -> Option<Spot<T>> {
        let gaps = &self.chunks[chunk].gaps;
        let first = gaps.partition_point(|gap| gap.to < ready);
        let fits = |gap: &Gap<T>| gap.to - gap.from.max(ready) >= length;
        let gap = first + gaps[first..].iter().position(fits)?;
        Some(Spot { chunk, gap, start: gaps[gap].from.max(ready) })
    }

    /// Reserves `length` at a spot that [`Self::earliest`] has just found for it.
    pub(crate) fn reserve(&mut self, spot: Spot<T>, length: T) {
        let mut gaps = std::mem::take(&mut self.chunks[spot.chunk].gaps);
        let gap = gaps[spot.gap];
        let rest = [Gap { to: spot.start, ..gap }, Gap { from: spot.start + length, ..gap }];
        gaps.splice(spot.gap..=spot.gap, rest.into_iter().filter(|gap| gap.length() >= self.least));
        if gaps.is_empty() {
            self.chunks.remove(spot.chunk);
            return;
        }
        if gaps.len() > CHUNK {
            let behind = gaps.split_off(gaps.len() / 2);
            self.chunks.insert(spot.chunk + 1, Chunk::of(behind));
        }
        self.chunks[spot.chunk] = Chunk::of(gaps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    /// Busy 3-5, 6-10 and 14-20.
    fn busy() -> Gaps<i128> {
        let mut gaps = Gaps::default();
        for (from, to) in [(3, 5), (14, 20), (6, 10)] {
            let spot = gaps.earliest(from, to - from);
            assert_eq!(spot.start, from);
            gaps.reserve(spot, to - from);
        }
        gaps
    }

    #[rstest]
    #[case(0, 3, 0)] // before the first task
    #[case(0, 4, 10)] // the first gap is too short, the second fits exactly
    #[case(11, 4, 20)] // ready too late for the gap
    #[case(0, 9, 20)] // only after the last
    #[case(4, 0, 5)] // a task of no time waits for the task it would fall into
    fn gaps_are_used_in_order(#[case] ready: i128, #[case] length: i128, #[case] start: i128) {
        assert_eq!(busy().earliest(ready, length).start, start);
    }

    /// The definition: in order, each busy time either leaves room before it or moves the start behind it.
    fn plain(busy: &[(i128, i128)], ready: i128, length: i128) -> i128 {
        let mut start = ready;
        for &(from, to) in busy.iter().filter(|busy| busy.1 > ready) {
            if start + length <= from {
                return start;
            }
            start = start.max(to);
        }
        start
    }

    proptest! {
        #[test]
        fn as_a_sorted_list_says(
            least in 0i128..4,
            tasks in prop::collection::vec((0i128..900, 0i128..6), 1..600),
        ) {
            let (mut gaps, mut busy) = (Gaps::for_tasks_from(least), Vec::new());
            for (ready, more) in tasks {
                let length = least + more;
                let spot = gaps.earliest(ready, length);
                prop_assert_eq!(spot.start, plain(&busy, ready, length));
                gaps.reserve(spot, length);
                let slot = (spot.start, spot.start + length);
                busy.insert(busy.partition_point(|other| *other < slot), slot);
            }
        }
    }
}
