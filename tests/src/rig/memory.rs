//! Shared memory that answers only where something was written, and can be made to refuse words.

use std::collections::BTreeMap;

use hws_model::{ReadRefused, SharedMemory};
use hws_types::TaskDescriptor;

/// Words by byte address.
#[derive(Clone, Debug, Default)]
pub struct RigMemory {
    words: BTreeMap<u32, u32>,
}

impl RigMemory {
    /// Writes words at ascending addresses, wrapping at 2^32.
    pub fn write(&mut self, address: u32, words: &[u32]) {
        for (&word, index) in words.iter().zip(0..) {
            self.words.insert(address.wrapping_add(4 * index), word);
        }
    }

    /// Writes a descriptor.
    pub fn write_td(&mut self, address: u32, td: &TaskDescriptor) {
        self.write(address, &td.encode().expect("a context 0..=3"));
    }

    /// Refuses the word at `address` from now on.
    pub fn refuse(&mut self, address: u32) {
        self.words.remove(&address);
    }
}

impl SharedMemory for RigMemory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        self.words.get(&address).copied().ok_or(ReadRefused)
    }
}
