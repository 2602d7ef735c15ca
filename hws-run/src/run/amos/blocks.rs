//! The blocks of a kernel that have finished.

/// The blocks of one kernel, by block_id.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    finished: Finished,
    total: u16,
    count: u16,
    /// All blocks before this one have finished.
    first_unfinished: u16,
}

/// Which blocks have finished. Most kernels have few, for which a list would take more memory than the rest.
#[derive(Clone, Debug)]
enum Finished {
    Few(u64),
    Many(Box<[bool]>),
}

impl Default for Finished {
    fn default() -> Self {
        Self::Few(0)
    }
}

impl Finished {
    fn of(blocks: u16) -> Self {
        if u32::from(blocks) <= u64::BITS {
            Self::Few(0)
        } else {
            Self::Many(vec![false; blocks.into()].into())
        }
    }

    /// Whether a block that the kernel has has finished.
    fn has(&self, block: u16) -> bool {
        match self {
            Self::Few(bits) => bits >> block & 1 == 1,
            Self::Many(all) => all[usize::from(block)],
        }
    }

    fn add(&mut self, block: u16) {
        match self {
            Self::Few(bits) => *bits |= 1 << block,
            Self::Many(all) => all[usize::from(block)] = true,
        }
    }

    fn add_all(&mut self) {
        match self {
            Self::Few(bits) => *bits = u64::MAX,
            Self::Many(all) => all.fill(true),
        }
    }
}

impl Blocks {
    /// The blocks of a kernel, none of which has finished.
    pub(super) fn new(blocks: u16) -> Self {
        Self { finished: Finished::of(blocks), total: blocks, count: 0, first_unfinished: 0 }
    }

    /// Notes that a block has finished; returns whether that was new. A second notice, or one of a block that
    /// the kernel does not have, changes nothing.
    pub(super) fn finish(&mut self, block: u16) -> bool {
        if block >= self.total || self.finished.has(block) {
            return false;
        }
        self.finished.add(block);
        self.count += 1;
        while self.first_unfinished < self.total && self.finished.has(self.first_unfinished) {
            self.first_unfinished += 1;
        }
        true
    }

    /// Notes that all blocks have finished.
    pub(super) fn finish_all(&mut self) {
        self.finished.add_all();
        (self.count, self.first_unfinished) = (self.total, self.total);
    }

    /// The number of blocks that have finished.
    pub(super) fn finished(&self) -> usize {
        self.count.into()
    }

    /// The lowest block that has not finished.
    pub(super) fn first_unfinished(&self) -> usize {
        self.first_unfinished.into()
    }

    /// Whether all blocks have finished.
    pub(super) const fn are_all_finished(&self) -> bool {
        self.count == self.total
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
