//! Shared memory that sometimes refuses reads, so that a descriptor can become unreadable later.

use hws_model::{ReadRefused, SharedMemory};
use hws_sim::{MemoryError, SparseMemory};
use hws_types::Cycle;

/// A stimulus cannot remove words; this memory refuses some of them for some time.
#[derive(Debug, Default)]
pub struct FaultyMemory {
    words: SparseMemory,
    /// Determines which words are refused and when; without it, nothing is refused.
    salt: Option<u32>,
    epoch: u32,
}

/// How long, in ticks, the same words are refused.
const EPOCH: u64 = 300;
/// One of this many words is refused.
const ODDS: u32 = 24;

impl FaultyMemory {
    /// Creates memory that refuses words according to `salt`, and none without it.
    #[must_use]
    pub fn new(salt: Option<u32>) -> Self {
        Self { salt, ..Self::default() }
    }

    /// Refusals depend on the time, not on how often or in which order words are read.
    pub const fn set_time(&mut self, now: Cycle) {
        self.epoch = (now.0 / EPOCH) as u32;
    }

    /// Writes consecutive words.
    ///
    /// # Errors
    /// [`MemoryError`] if the span is unaligned or extends past 2^32.
    pub fn write(&mut self, addr: u32, words: &[u32]) -> Result<(), MemoryError> {
        self.words.write(addr, words)
    }

    fn is_refused(&self, address: u32) -> bool {
        let mixed =
            |salt: u32| (address ^ salt).wrapping_mul(0x9E37_79B9) ^ self.epoch.wrapping_mul(0x85EB_CA6B);
        self.salt.is_some_and(|salt| (mixed(salt) >> 8).is_multiple_of(ODDS))
    }
}

impl SharedMemory for FaultyMemory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        if self.is_refused(address) { Err(ReadRefused) } else { self.words.read_word(address) }
    }
}
