//! Which blocks of a kernel have finished, and how many.

/// The blocks of one kernel, by block_id.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    finished: Vec<bool>,
    count: usize,
}

impl Blocks {
    /// So many blocks, none of them finished.
    pub(super) fn new(blocks: u16) -> Self {
        Self { finished: vec![false; usize::from(blocks)], count: 0 }
    }

    /// The block has finished. To hear so again, or of a block that the kernel has not, changes nothing.
    pub(super) fn finish(&mut self, block: u16) {
        if let Some(finished @ false) = self.finished.get_mut(usize::from(block)) {
            *finished = true;
            self.count += 1;
        }
    }

    /// How many have finished.
    pub(super) const fn finished(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_counts_once_and_only_if_the_kernel_has_it() {
        let mut blocks = Blocks::new(3);
        [2, 0, 2, 3, u16::MAX].into_iter().for_each(|block| blocks.finish(block));
        assert_eq!(blocks.finished(), 2);
    }
}
