//! The interface to shared memory, through which the HWS reads descriptors. It writes nothing (interfaces.md §1).

use core::fmt;

/// The memory has no word at the address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReadRefused;

impl fmt::Display for ReadRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("shared memory has no word at the address")
    }
}

impl core::error::Error for ReadRefused {}

/// Read access to shared memory, word by word.
///
/// Arrays and slices of words are memory from byte address 0 on: element `i` is the word at `4 * i`. Any other layout is
/// a closure, or a type of the caller:
///
/// ```
/// use hws_model::{Config, Hws, ReadRefused};
/// use hws_types::{HdrPush, TaskDescriptor};
///
/// # let td = TaskDescriptor {
/// #     affinity: u32::MAX,
/// #     out_path_mdma: true,
/// #     enable_sip_alloc: true,
/// #     thread_num: 4,
/// #     block_num: 1,
/// #     ..Default::default()
/// # };
/// let words = td.encode().unwrap();
/// let mut hws = Hws::new(Config::default());
/// hws.push_hdr(HdrPush { td_addr: 0x8000_0000, ..HdrPush::default() })?;
///
/// // The words from byte address 0x8000_0000 on.
/// let mut memory = |address: u32| {
///     let offset = address.checked_sub(0x8000_0000).filter(|offset| offset % 4 == 0).ok_or(ReadRefused)?;
///     words.get(offset as usize / 4).copied().ok_or(ReadRefused)
/// };
/// hws.advance(9, &mut memory, &mut ());
/// assert_eq!(hws.descriptor(Default::default()), Some(&td));
/// # Ok::<(), hws_model::HdrRefused>(())
/// ```
///
/// A memory that is borrowed is a memory, too, by a closure: `|address| memory.read_word(address)`.
pub trait SharedMemory {
    /// Reads the 32-bit word at the byte address, in the byte order of the HWS (little-endian). The address of a descriptor is
    /// what was pushed, so it may be any number.
    ///
    /// # Errors
    /// [`ReadRefused`] if the address is not a multiple of 4, or has no word. The whole descriptor read is then refused
    /// (scheduler.md §2.2).
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused>;
}

/// Refuses every address.
impl SharedMemory for () {
    fn read_word(&mut self, _address: u32) -> Result<u32, ReadRefused> {
        Err(ReadRefused)
    }
}

/// The words from byte address 0 on. An address that is not a multiple of 4, or past the end, is refused.
impl SharedMemory for [u32] {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        word_of(self, address)
    }
}

/// The words from byte address 0 on. An address that is not a multiple of 4, or past the end, is refused.
impl SharedMemory for &[u32] {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        word_of(self, address)
    }
}

/// The words from byte address 0 on. An address that is not a multiple of 4, or past the end, is refused.
impl<const N: usize> SharedMemory for [u32; N] {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        word_of(self, address)
    }
}

/// Calls the closure with the byte address, which may be any.
impl<F: FnMut(u32) -> Result<u32, ReadRefused>> SharedMemory for F {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        self(address)
    }
}

fn word_of(words: &[u32], address: u32) -> Result<u32, ReadRefused> {
    const BYTES: u32 = u32::BITS / u8::BITS;
    if !address.is_multiple_of(BYTES) {
        return Err(ReadRefused);
    }
    words.get((address / BYTES) as usize).copied().ok_or(ReadRefused)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFUSED: Result<u32, ReadRefused> = Err(ReadRefused);

    fn read(memory: &mut (impl SharedMemory + ?Sized), addresses: [u32; 5]) -> [Result<u32, ReadRefused>; 5] {
        addresses.map(|address| memory.read_word(address))
    }

    #[test]
    fn no_memory_refuses_every_address() {
        assert_eq!(read(&mut (), [0, 4, 8, 9, u32::MAX]), [REFUSED; 5]);
    }

    #[test]
    fn words_begin_at_address_0_and_only_aligned_ones_are_read() {
        let (addresses, expected) = ([0, 4, 1, 8, u32::MAX - 3], [Ok(7), Ok(9), REFUSED, REFUSED, REFUSED]);
        let mut words = [7, 9];
        assert_eq!(read(&mut words, addresses), expected, "an array");
        assert_eq!(read(&mut words[..], addresses), expected, "a slice");
        assert_eq!(read(&mut &words[..], addresses), expected, "a slice that is only read");
        assert_eq!(read(&mut [0; 0], addresses), [REFUSED; 5], "no word");
    }

    #[test]
    fn a_closure_gets_every_address_and_gives_what_it_returns() {
        let mut seen = [0; 5];
        let mut count = 0;
        let mut memory = |address: u32| {
            seen[count] = address;
            count += 1;
            if address.is_multiple_of(2) { Ok(address / 2) } else { Err(ReadRefused) }
        };
        let addresses = [0, 3, 4, 0x8000_0000, u32::MAX];
        assert_eq!(read(&mut memory, addresses), [Ok(0), REFUSED, Ok(2), Ok(0x4000_0000), REFUSED]);
        assert_eq!(seen, addresses);
    }
}
