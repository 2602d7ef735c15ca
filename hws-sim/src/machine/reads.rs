//! Shared memory as the HWS reads it in a step, with a record of every word if the observer wants it.

use hws_model::{ReadRefused, SharedMemory};

use crate::fault::DisturbedMemory;
use crate::memory::SparseMemory;

/// A word that was read: its byte address and its value, or none if it was refused.
pub(super) type ReadWord = (u32, Option<u32>);

/// Reads from `memory`, and notes each word in `words`, if there are any.
pub(super) struct Reads<'a> {
    pub(super) memory: DisturbedMemory<'a, SparseMemory>,
    pub(super) words: Option<&'a mut Vec<ReadWord>>,
}

impl SharedMemory for Reads<'_> {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        let word = self.memory.read_word(address);
        if let Some(words) = &mut self.words {
            words.push((address, word.ok()));
        }
        word
    }
}
