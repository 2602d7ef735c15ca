//! Which blocks of kernels with a window have finished: after dropped messages, firmware may learn of a block twice.

/// Bits for 2^21 blocks.
const WORDS: usize = 1 << 16;

/// A bit for each block.
pub(crate) struct Blocks {
    seen: [u32; WORDS],
    used: usize,
}

impl Blocks {
    pub(crate) const fn new() -> Self {
        Self { seen: [0; WORDS], used: 0 }
    }

    /// Takes bits for the blocks of a kernel; returns their place, `None` if there are not enough.
    pub(crate) fn reserve(&mut self, blocks: u16) -> Option<usize> {
        let (place, words) = (self.used, usize::from(blocks).div_ceil(32));
        if words > WORDS - place {
            return None;
        }
        self.used += words;
        Some(place)
    }

    /// Notes a block; returns whether it was new.
    pub(crate) fn note(&mut self, place: usize, block: u16) -> bool {
        let (index, bit) = (place + usize::from(block / 32), 1 << (block % 32));
        match self.seen.get_mut(index) {
            Some(word) if *word & bit == 0 => {
                *word |= bit;
                true
            }
            _ => false,
        }
    }
}
