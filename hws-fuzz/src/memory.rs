//! Shared memory of the fuzz targets: a few descriptors, and half of the address space, which refuses reads.

use hws_model::{ReadRefused, SharedMemory};
use hws_types::TD_WORDS;

/// The number of descriptors in memory.
pub(crate) const PLACES: u32 = 32;
const WORD_BYTES: u32 = 4;
const WORDS: usize = PLACES as usize * TD_WORDS;

/// The lower half of the address space repeats [`PLACES`] descriptors, so that any TDP_CFG.OFFSET finds
/// words; the upper half and unaligned addresses refuse.
pub(crate) struct Memory {
    words: [u32; WORDS],
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { words: [0; WORDS] }
    }

    /// The address of a descriptor.
    pub(crate) fn address(place: u32) -> u32 {
        place % PLACES * TD_WORDS as u32 * WORD_BYTES
    }

    /// Writes one word of a descriptor; returns its address.
    pub(crate) fn write(&mut self, place: u32, word: usize, value: u32) -> u32 {
        let word = word % TD_WORDS;
        self.words[(place % PLACES) as usize * TD_WORDS + word] = value;
        Self::address(place) + word as u32 * WORD_BYTES
    }

    /// All words, from address 0 on.
    pub(crate) const fn words(&self) -> &[u32] {
        &self.words
    }
}

impl SharedMemory for Memory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        if !address.is_multiple_of(WORD_BYTES) || address > i32::MAX as u32 {
            return Err(ReadRefused);
        }
        Ok(self.words[(address / WORD_BYTES) as usize % WORDS])
    }
}
