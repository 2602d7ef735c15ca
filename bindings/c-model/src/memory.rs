//! Shared memory, from address 0.

use std::ffi::{c_int, c_void};

use ::hws_model::{ReadRefused, SharedMemory};

use crate::boundary::{Answer, from_c, places, with, words};
use crate::{hws_model, hws_model_status};

const WORD_BYTES: u32 = size_of::<u32>() as u32;

/// Reads the word at a byte address, a multiple of 4: returns 0 and fills `*word`, or returns anything else to refuse it, as
/// the HWS sees it in ERR_STATUS. It must not use the model that calls it.
pub type hws_model_read_word =
    Option<unsafe extern "C" fn(context: *mut c_void, address: u32, word: *mut u32) -> c_int>;

pub(crate) struct Memory {
    own: Vec<u32>,
    /// The caller reads for the HWS.
    reader: Option<Reader>,
}

#[derive(Clone, Copy)]
struct Reader {
    read: unsafe extern "C" fn(*mut c_void, u32, *mut u32) -> c_int,
    context: *mut c_void,
}

impl Memory {
    /// Creates memory filled with zeros; `None` if the size is not a multiple of a word or is not available.
    pub(crate) fn new(bytes: u32) -> Option<Self> {
        let count = usize::try_from(bytes / WORD_BYTES).ok().filter(|_| bytes.is_multiple_of(WORD_BYTES))?;
        let mut memory = Vec::new();
        memory.try_reserve_exact(count).ok()?;
        memory.resize(count, 0);
        Some(Self { own: memory, reader: None })
    }

    /// The memory that the model has itself.
    pub(crate) fn own(&self) -> &[u32] {
        &self.own
    }

    /// Fills the own memory; returns whether it has this size.
    pub(crate) fn restore(&mut self, words: &[u32]) -> bool {
        let fits = self.own.len() == words.len();
        if fits {
            self.own.copy_from_slice(words);
        }
        fits
    }

    fn words(&mut self, address: u32, count: usize) -> Answer<&mut [u32]> {
        let first = (address / WORD_BYTES) as usize;
        let range = first.checked_add(count).map(|end| first..end);
        let found =
            range.filter(|_| address.is_multiple_of(WORD_BYTES)).and_then(|range| self.own.get_mut(range));
        found.ok_or(hws_model_status::HWS_MODEL_NO_MEMORY)
    }
}

impl SharedMemory for Memory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        if let Some(Reader { read, context }) = self.reader {
            // The caller is promised aligned addresses; td_addr may be any.
            if !address.is_multiple_of(WORD_BYTES) {
                return Err(ReadRefused);
            }
            let mut word = 0;
            // SAFETY: promised by the caller of hws_model_use_memory.
            let refused = unsafe { read(context, address, &mut word) };
            return if refused == 0 { Ok(word) } else { Err(ReadRefused) };
        }
        self.words(address, 1).map_err(|_| ReadRefused)?.first().copied().ok_or(ReadRefused)
    }
}

/// The HWS reads shared memory by this function from now on, and not from the memory of the model; NULL returns to that.
/// `context` is passed on as it is. Both must remain valid until the model is freed or they are replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_use_memory(
    model: *mut hws_model,
    read: hws_model_read_word,
    context: *mut c_void,
) -> hws_model_status {
    from_c!(with(model, |model| {
        model.memory.reader = read.map(|read| Reader { read, context });
        Ok(())
    }))
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
        model.memory_written(address, from);
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
