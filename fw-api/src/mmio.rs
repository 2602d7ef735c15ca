//! The real, memory-mapped register window: the only module with unsafe code.
#![allow(unsafe_code, reason = "memory-mapped registers are accessed through a raw address")]

use core::fmt;

use hws_regs::WINDOW_BYTES;
use volatile_register::RW;

use crate::Bus;

const WORD_BYTES: u32 = size_of::<u32>() as u32;
const WORDS: usize = (WINDOW_BYTES / WORD_BYTES) as usize;

/// The window as memory. The register types decide what may be read or written.
#[repr(C)]
struct Window {
    words: [RW<u32>; WORDS],
}

/// A [`Bus`] on a memory-mapped window: one aligned 32-bit volatile access per call, in order.
///
/// Barriers against other masters (for shared memory before a push, say) depend on the machine and
/// are up to the caller.
pub struct Mmio {
    window: &'static Window,
}

impl Mmio {
    /// Creates a bus on the window at a base address.
    ///
    /// # Safety
    /// `base` must be the 4-byte-aligned address of the HWS's whole register window, mapped as device
    /// memory for as long as the value lives. Nothing else may access the window during that time.
    #[must_use]
    pub const unsafe fn new(base: *mut u32) -> Self {
        // SAFETY: the caller promises an aligned, mapped window of WINDOW_BYTES for the value's life.
        // `Window` is that many bytes of `RW<u32>`, which have interior mutability, so the shared
        // reference does not claim that the memory stays unchanged.
        let window = unsafe { &*base.cast::<Window>() };
        Self { window }
    }

    fn word(&self, offset: u32) -> Result<&RW<u32>, NoSuchWord> {
        if !offset.is_multiple_of(WORD_BYTES) {
            return Err(NoSuchWord { offset });
        }
        self.window.words.get((offset / WORD_BYTES) as usize).ok_or(NoSuchWord { offset })
    }
}

impl fmt::Debug for Mmio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the contents: reading a register may have an effect.
        f.debug_struct("Mmio").field("base", &core::ptr::from_ref(self.window)).finish()
    }
}

impl Bus for Mmio {
    type Error = NoSuchWord;

    fn read32(&mut self, offset: u32) -> Result<u32, NoSuchWord> {
        Ok(self.word(offset)?.read())
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), NoSuchWord> {
        // SAFETY: the word is in the window (`word`), which is valid by the contract of `new`. No
        // effect of a write can break this program's memory safety: the HWS writes no memory.
        unsafe { self.word(offset)?.write(value) };
        Ok(())
    }
}

/// The offset is not a multiple of 4, or is past the window. Nothing was accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchWord {
    /// The requested byte offset.
    pub offset: u32,
}

impl fmt::Display for NoSuchWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x} is not the offset of a word in the register window", self.offset)
    }
}

impl core::error::Error for NoSuchWord {}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    #[test]
    fn words_are_read_and_written_at_their_offsets() {
        let mut memory = [0u32; WORDS];
        // SAFETY: the array has the window's size and alignment, and outlives `mmio`; it is accessed
        // only after the last use of `mmio`.
        let mut mmio = unsafe { Mmio::new(memory.as_mut_ptr()) };
        let last = WINDOW_BYTES - WORD_BYTES;
        assert_eq!(mmio.write32(WORD_BYTES, 7), Ok(()));
        assert_eq!(mmio.write32(last, 9), Ok(()));
        assert_eq!((mmio.read32(WORD_BYTES), mmio.read32(last)), (Ok(7), Ok(9)));
        assert_eq!((memory[1], memory[WORDS - 1], memory.iter().sum()), (7, 9, 16));
    }

    #[test]
    fn offsets_outside_the_window_or_unaligned_are_refused() {
        let mut memory = [0u32; WORDS];
        // SAFETY: as above.
        let mut mmio = unsafe { Mmio::new(memory.as_mut_ptr()) };
        for offset in [1, 2, WINDOW_BYTES - 1, WINDOW_BYTES, u32::MAX - 3] {
            assert_eq!(mmio.read32(offset), Err(NoSuchWord { offset }));
            assert_eq!(mmio.write32(offset, 1), Err(NoSuchWord { offset }));
        }
        assert_eq!(memory, [0; WORDS]);
    }

    #[test]
    fn a_refusal_names_the_offset() {
        let said = std::string::ToString::to_string(&NoSuchWord { offset: 0x1002 });
        assert_eq!(said, "0x1002 is not the offset of a word in the register window");
    }

    #[test]
    fn debug_output_shows_the_address_and_reads_nothing() {
        let mut memory = [0u32; WORDS];
        let base = memory.as_mut_ptr();
        // SAFETY: as above.
        let mmio = unsafe { Mmio::new(base) };
        assert_eq!(std::format!("{mmio:?}"), std::format!("Mmio {{ base: {base:?} }}"));
    }
}
