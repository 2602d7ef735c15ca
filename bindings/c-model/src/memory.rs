//! Shared memory, from address 0.

use ::hws_model::{ReadRefused, SharedMemory};

use crate::boundary::{Answer, from_c, places, with, words};
use crate::{hws_model, hws_model_status};

const WORD_BYTES: u32 = size_of::<u32>() as u32;

pub(crate) struct Memory(Vec<u32>);

impl Memory {
    /// Creates memory filled with zeros; `None` if the size is not a multiple of a word or is not available.
    pub(crate) fn new(bytes: u32) -> Option<Self> {
        let count = usize::try_from(bytes / WORD_BYTES).ok().filter(|_| bytes.is_multiple_of(WORD_BYTES))?;
        let mut memory = Vec::new();
        memory.try_reserve_exact(count).ok()?;
        memory.resize(count, 0);
        Some(Self(memory))
    }

    fn words(&mut self, address: u32, count: usize) -> Answer<&mut [u32]> {
        let first = (address / WORD_BYTES) as usize;
        let range = first.checked_add(count).map(|end| first..end);
        let found =
            range.filter(|_| address.is_multiple_of(WORD_BYTES)).and_then(|range| self.0.get_mut(range));
        found.ok_or(hws_model_status::HWS_MODEL_NO_MEMORY)
    }
}

impl SharedMemory for Memory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        self.words(address, 1).map_err(|_| ReadRefused)?.first().copied().ok_or(ReadRefused)
    }
}

/// Writes `count` words of shared memory from a byte address, a multiple of 4.
///
/// Errors: HWS_MODEL_NO_MEMORY; nothing is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_write_memory(
    model: *mut hws_model,
    address: u32,
    words: *const u32,
    count: usize,
) -> hws_model_status {
    from_c!(with(model, |model| {
        let from = self::words(words, count)?;
        model.memory.words(address, count)?.copy_from_slice(from);
        Ok(())
    }))
}

/// Reads `count` words of shared memory from a byte address, a multiple of 4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_read_memory(
    model: *mut hws_model,
    address: u32,
    words: *mut u32,
    count: usize,
) -> hws_model_status {
    from_c!(with(model, |model| {
        let from = model.memory.words(address, count)?;
        places(words, count)?.copy_from_slice(from);
        Ok(())
    }))
}
