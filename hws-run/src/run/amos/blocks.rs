//! The blocks of a kernel that have finished.

/// The blocks of one kernel, by block_id.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    finished: Vec<bool>,
    count: usize,
    /// All blocks before this one have finished.
    first_unfinished: usize,
}

impl Blocks {
    /// The blocks of a kernel, none of which has finished.
    pub(super) fn new(blocks: u16) -> Self {
        Self { finished: vec![false; usize::from(blocks)], count: 0, first_unfinished: 0 }
    }

    /// Notes that a block has finished; returns whether that was new. A second notice, or one of a block that
    /// the kernel does not have, changes nothing.
    pub(super) fn finish(&mut self, block: u16) -> bool {
        let Some(finished @ false) = self.finished.get_mut(usize::from(block)) else { return false };
        *finished = true;
        self.count += 1;
        while self.finished.get(self.first_unfinished) == Some(&true) {
            self.first_unfinished += 1;
        }
        true
    }

    /// Notes that all blocks have finished.
    pub(super) fn finish_all(&mut self) {
        self.finished.fill(true);
        (self.count, self.first_unfinished) = (self.finished.len(), self.finished.len());
    }

    /// The number of blocks that have finished.
    pub(super) const fn finished(&self) -> usize {
        self.count
    }

    /// The lowest block that has not finished.
    pub(super) const fn first_unfinished(&self) -> usize {
        self.first_unfinished
    }

    /// Whether all blocks have finished.
    pub(super) fn are_all_finished(&self) -> bool {
        self.count == self.finished.len()
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
}
