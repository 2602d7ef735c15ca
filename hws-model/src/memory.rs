//! The door to shared memory: the HWS reads descriptors through it and writes nothing
//! (interfaces.md §1).

/// The memory refused the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadRefused;

/// Word-wise read access to shared memory.
pub trait SharedMemory {
    /// The 32-bit word at a byte address.
    ///
    /// # Errors
    /// [`ReadRefused`] when nothing answers there. One refused word refuses the whole read it
    /// belongs to.
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
