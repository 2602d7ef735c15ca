//! Which blocks of a kernel have finished, and how many.

/// The blocks of one kernel, by block_id.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    finished: Vec<bool>,
    count: usize,
    /// All blocks before this one have finished.
    first_unfinished: usize,
}

impl Blocks {
    /// So many blocks, none of them finished.
    pub(super) fn new(blocks: u16) -> Self {
        Self { finished: vec![false; usize::from(blocks)], count: 0, first_unfinished: 0 }
    }

    /// The block has finished; true when that is news. To hear so again, or of a block that the kernel has
    /// not, changes nothing.
    pub(super) fn finish(&mut self, block: u16) -> bool {
        let Some(finished @ false) = self.finished.get_mut(usize::from(block)) else { return false };
        *finished = true;
        self.count += 1;
        while self.finished.get(self.first_unfinished) == Some(&true) {
            self.first_unfinished += 1;
        }
        true
    }

    /// All have finished, whatever was heard of them.
    pub(super) fn finish_all(&mut self) {
        self.finished.fill(true);
        (self.count, self.first_unfinished) = (self.finished.len(), self.finished.len());
    }

    /// How many have finished.
    pub(super) const fn finished(&self) -> usize {
        self.count
    }

    /// The lowest one that has not finished.
    pub(super) const fn first_unfinished(&self) -> usize {
        self.first_unfinished
    }

    /// Whether all have finished.
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
        let news = [2, 0, 2, 3, u16::MAX].map(|block| blocks.finish(block));
        assert_eq!(news, [true, true, false, false, false]);
        assert_eq!((blocks.finished(), blocks.first_unfinished()), (2, 1));
        assert!(!blocks.are_all_finished() && blocks.finish(1) && blocks.are_all_finished());
        assert_eq!(blocks.first_unfinished(), 3);
        let mut unheard = Blocks::new(3);
        assert!(unheard.finish(1));
        unheard.finish_all();
        assert_eq!((unheard.finished(), unheard.first_unfinished(), unheard.finish(0)), (3, 3, false));
    }
}
