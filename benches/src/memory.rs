//! Shared memory that costs next to nothing: consecutive descriptors.

use hws_model::{ReadRefused, SharedMemory};
use hws_types::TD_WORDS;

/// Descriptor `n` is at address `n * 64`.
#[derive(Clone, Debug, Default)]
pub struct Descriptors(pub Vec<u32>);

impl Descriptors {
    /// Bytes from one descriptor to the next.
    pub const STRIDE: u32 = 4 * TD_WORDS as u32;
}

impl SharedMemory for Descriptors {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        self.0.get((address / 4) as usize).copied().ok_or(ReadRefused)
    }
}
