//! The blocks of a kernel that have finished.

/// The blocks of one kernel, by block_id. Most kernels have few, for which a list would take more memory than the rest.
#[derive(Clone, Debug)]
pub(super) enum Blocks {
    /// Up to as many as a word has bits.
    Few {
        total: u8,
        /// Bit n: block n has finished.
        finished: u64,
    },
    Many(Box<Many>),
}

/// Any number of blocks.
#[derive(Clone, Debug)]
pub(super) struct Many {
    finished: Box<[bool]>,
    count: u16,
    /// All blocks before this one have finished.
    first_unfinished: u16,
}

impl Default for Blocks {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Many {
    const fn total(&self) -> u16 {
        // It was made for so many.
        self.finished.len() as u16
    }

    fn finish(&mut self, block: u16) -> bool {
        let is_new = self.finished.get_mut(usize::from(block)).is_some_and(|is| !std::mem::replace(is, true));
        self.count += u16::from(is_new);
        while self.finished.get(usize::from(self.first_unfinished)).is_some_and(|&is| is) {
            self.first_unfinished += 1;
        }
        is_new
    }
}

/// The bits of all blocks.
const fn all(total: u8) -> u64 {
    if total as u32 == u64::BITS { u64::MAX } else { (1 << total) - 1 }
}

impl Blocks {
    /// The blocks of a kernel, none of which has finished.
    pub(super) fn new(blocks: u16) -> Self {
        match u8::try_from(blocks).ok().filter(|&total| u32::from(total) <= u64::BITS) {
            Some(total) => Self::Few { total, finished: 0 },
            None => {
                let finished = vec![false; blocks.into()].into();
                Self::Many(Box::new(Many { finished, count: 0, first_unfinished: 0 }))
            }
        }
    }

    /// Notes that a block has finished; returns whether that was new. A second notice, or one of a block that
    /// the kernel does not have, changes nothing.
    pub(super) fn finish(&mut self, block: u16) -> bool {
        match self {
            Self::Few { total, finished } => {
                let bit = if block < u16::from(*total) { 1 << block } else { 0 };
                let is_new = bit & !*finished != 0;
                *finished |= bit;
                is_new
            }
            Self::Many(many) => many.finish(block),
        }
    }

    /// Notes that all blocks have finished.
    pub(super) fn finish_all(&mut self) {
        match self {
            Self::Few { total, finished } => *finished = all(*total),
            Self::Many(many) => {
                many.finished.fill(true);
                (many.count, many.first_unfinished) = (many.total(), many.total());
            }
        }
    }

    /// The number of blocks that have finished.
    pub(super) fn finished(&self) -> usize {
        match self {
            Self::Few { finished, .. } => finished.count_ones() as usize,
            Self::Many(many) => many.count.into(),
        }
    }

    /// The lowest block that has not finished.
    pub(super) fn first_unfinished(&self) -> usize {
        match self {
            Self::Few { finished, .. } => finished.trailing_ones() as usize,
            Self::Many(many) => many.first_unfinished.into(),
        }
    }

    /// Whether all blocks have finished.
    pub(super) const fn are_all_finished(&self) -> bool {
        match self {
            Self::Few { total, finished } => *finished == all(*total),
            Self::Many(many) => many.count == many.total(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_counts_once_and_only_if_the_kernel_has_it() {
        let mut blocks = Blocks::new(3);
        let is_new = [2, 0, 2, 3, u16::MAX].map(|block| blocks.finish(block));
        assert_eq!(is_new, [true, true, false, false, false]);
        assert_eq!((blocks.finished(), blocks.first_unfinished()), (2, 1));
        assert!(!blocks.are_all_finished() && blocks.finish(1) && blocks.are_all_finished());
        assert_eq!(blocks.first_unfinished(), 3);
        let mut silent = Blocks::new(3);
        assert!(silent.finish(1));
        silent.finish_all();
        assert_eq!((silent.finished(), silent.first_unfinished(), silent.finish(0)), (3, 3, false));
    }

    #[test]
    fn few_and_many_blocks_are_counted_alike() {
        for total in [1, 63, 64, 65, u16::MAX] {
            let mut blocks = Blocks::new(total);
            assert!((0..total).rev().all(|block| blocks.finish(block) && !blocks.finish(block)), "{total}");
            assert_eq!((blocks.finished(), blocks.first_unfinished()), (total.into(), total.into()));
            assert!(blocks.are_all_finished() && !blocks.finish(total));
        }
    }
}
