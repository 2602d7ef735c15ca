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

#[cfg(test)]
mod tests {
    use super::*;

    struct Word(u32);

    impl SharedMemory for Word {
        fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
            if address == 8 { Ok(self.0) } else { Err(ReadRefused) }
        }
    }

    fn read(mut memory: impl SharedMemory, address: u32) -> Result<u32, ReadRefused> {
        memory.read_word(address)
    }

    #[test]
    fn no_memory_refuses_every_address() {
        assert_eq!([0, 8, u32::MAX].map(|address| read((), address)), [Err(ReadRefused); 3]);
    }

    #[test]
    fn memory_by_reference_gives_and_refuses_the_same_words() {
        let mut word = Word(0xCAFE);
        assert_eq!([read(&mut word, 8), read(&mut word, 4)], [Ok(0xCAFE), Err(ReadRefused)]);
    }
}
