//! The interface to shared memory, through which the HWS reads descriptors. It writes nothing (interfaces.md §1).

/// The memory has no word at the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadRefused;

/// Read access to shared memory, word by word.
pub trait SharedMemory {
    /// Reads the 32-bit word at the byte address, in the byte order of the HWS (little-endian).
    ///
    /// # Errors
    /// [`ReadRefused`] if there is no word at the address. The whole descriptor read that needs the word is then
    /// refused.
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused>;
}

/// Refuses every address.
impl SharedMemory for () {
    fn read_word(&mut self, _address: u32) -> Result<u32, ReadRefused> {
        Err(ReadRefused)
    }
}

impl<M: SharedMemory + ?Sized> SharedMemory for &mut M {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        (**self).read_word(address)
    }
}
