//! The idle times of one processor, starting at 0.
//!
//! Gaps ascend and may be empty: two adjacent tasks have a gap of length 0 between them, in which a task of no time
//! fits. They are stored in chunks with the length of their longest gap, so that a search can skip chunks.

/// Most gaps of a chunk.
const CHUNK: usize = 128;

/// Idle from `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gap {
    from: i128,
    to: i128,
}

#[derive(Clone, Debug)]
struct Chunk {
    /// Never empty.
    gaps: Vec<Gap>,
    longest: i128,
}

impl Chunk {
    fn of(gaps: Vec<Gap>) -> Self {
        let longest = gaps.iter().map(|gap| gap.to - gap.from).max().unwrap_or(0);
        Self { gaps, longest }
    }

    fn end(&self) -> i128 {
        self.gaps.last().map_or(0, |gap| gap.to)
    }
}

/// The idle times of one processor; see the module.
#[derive(Clone, Debug)]
pub(crate) struct Gaps {
    chunks: Vec<Chunk>,
}

/// A position where a task fits; valid until the next reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    chunk: usize,
    gap: usize,
    /// The earliest start.
    pub(crate) start: i128,
}

impl Default for Gaps {
    /// Always idle.
    fn default() -> Self {
        Self { chunks: vec![Chunk::of(vec![Gap { from: 0, to: i128::MAX }])] }
    }
}

impl Gaps {
    /// Returns the first gap in which `length` fits from `ready` on; both are at least 0.
    pub(crate) fn earliest(&self, ready: i128, length: i128) -> Spot {
        let first = self.chunks.partition_point(|chunk| chunk.end() < ready);
        let long_enough = (first..self.chunks.len()).filter(|&chunk| self.chunks[chunk].longest >= length);
        let mut spots = long_enough.filter_map(|chunk| self.in_chunk(chunk, ready, length));
        // The last gap never ends.
        spots.next().unwrap_or(Spot { chunk: 0, gap: 0, start: ready })
    }

    fn in_chunk(&self, chunk: usize, ready: i128, length: i128) -> Option<Spot> {
        let gaps = &self.chunks[chunk].gaps;
        let first = gaps.partition_point(|gap| gap.to < ready);
        let fits = |gap: &Gap| gap.to - gap.from.max(ready) >= length;
        let gap = first + gaps[first..].iter().position(fits)?;
        Some(Spot { chunk, gap, start: gaps[gap].from.max(ready) })
    }

    /// Reserves `length` at a spot that [`Self::earliest`] has just found for it.
    pub(crate) fn reserve(&mut self, spot: Spot, length: i128) {
        let mut gaps = std::mem::take(&mut self.chunks[spot.chunk].gaps);
        let gap = gaps[spot.gap];
        gaps[spot.gap].to = spot.start;
        gaps.insert(spot.gap + 1, Gap { from: spot.start + length, to: gap.to });
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
    fn busy() -> Gaps {
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
        fn as_a_sorted_list_says(tasks in prop::collection::vec((0i128..900, 0i128..6), 1..600)) {
            let (mut gaps, mut busy) = (Gaps::default(), Vec::new());
            for (ready, length) in tasks {
                let spot = gaps.earliest(ready, length);
                prop_assert_eq!(spot.start, plain(&busy, ready, length));
                gaps.reserve(spot, length);
                let slot = (spot.start, spot.start + length);
                busy.insert(busy.partition_point(|other| *other < slot), slot);
            }
        }
    }
}
