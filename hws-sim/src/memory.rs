//! Shared memory: sparse 32-bit words that remember whether they were ever written.
//!
//! A read is refused when its address is not a multiple of 4 or when nothing was written there
//! (interfaces.md §1). Pages are small, so that a stimulus that writes scattered words costs
//! little more memory than its own text.

use hws_model::{ReadRefused, SharedMemory};

use crate::places::{Places, Span};

const WORD_BYTES: u64 = 4;
/// Words of a page: one for each bit of its mask. A descriptor fills one page; scattered words waste little.
const PAGE_WORDS: u32 = u16::BITS;
const LAST_PAGE: u32 = u32::MAX / WORD_BYTES as u32 / PAGE_WORDS;

hws_input::faults! {
    /// Words that cannot be written to their address.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum MemoryError {
        /// The address is between two words.
        Unaligned {
            /// The byte address.
            addr: u32,
        } = "unaligned", ("memory address {addr} is not a multiple of 4"), ("write whole 32-bit words");
        /// The words do not all fit below 2^32.
        PastEnd {
            /// The byte address of the first word.
            addr: u32,
            /// The number of words.
            words: usize,
        } = "past-end-of-memory",
            ("{words} words from address {addr} run past 2^32"),
            ("shared memory ends there; split or move them");
    }
}

/// Memory in which a word exists only once it is written.
///
/// ```
/// use hws_model::{ReadRefused, SharedMemory};
/// let mut memory = hws_sim::SparseMemory::default();
/// memory.write(4096, &[7, 8])?;
/// assert_eq!(memory.read_word(4100), Ok(8));
/// assert_eq!(memory.read_word(4104), Err(ReadRefused));
/// # Ok::<(), hws_sim::MemoryError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SparseMemory {
    /// In the order of their first write: a map of whole pages would keep room for as many again.
    pages: Vec<Page>,
    /// The place of each page, by its number.
    places: Places,
    /// Pages around the one found last, with their places: a descriptor is read word by word, and those near it are next.
    last_found: Span,
}

#[derive(Clone, Debug)]
struct Page {
    words: [u32; PAGE_WORDS as usize],
    /// Bit i: word i was written.
    written: u16,
}

impl Default for Page {
    fn default() -> Self {
        Self { words: [0; PAGE_WORDS as usize], written: 0 }
    }
}

/// Checks that `words` words may be written from `addr` on.
///
/// # Errors
/// [`MemoryError`] when the span is unaligned or runs past 2^32.
pub(crate) fn check_span(addr: u32, words: usize) -> Result<(), MemoryError> {
    if u64::from(addr) % WORD_BYTES != 0 {
        return Err(MemoryError::Unaligned { addr });
    }
    let room = (1 + u64::from(u32::MAX) - u64::from(addr)) / WORD_BYTES;
    if words as u64 > room {
        return Err(MemoryError::PastEnd { addr, words });
    }
    Ok(())
}

impl SparseMemory {
    /// Writes consecutive words; writing none is legal and has no effect.
    ///
    /// # Errors
    /// [`MemoryError`] when the span is unaligned or runs past 2^32; nothing is written then.
    pub fn write(&mut self, addr: u32, words: &[u32]) -> Result<(), MemoryError> {
        check_span(addr, words.len())?;
        let mut rest = words;
        let (mut page, mut start) = locate(addr);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min((PAGE_WORDS - start) as usize));
            self.page_mut(page).write(start, now);
            // Only the last page of the address space wraps, and nothing is left to write then.
            (page, start, rest) = (page.wrapping_add(1), 0, later);
        }
        Ok(())
    }
}

impl SparseMemory {
    /// Reads consecutive words; the sum of address and offset wraps. After a refusal the words are those up to there.
    pub(crate) fn read_words(&self, address: u32, words: &mut [u32]) -> Result<(), ReadRefused> {
        if u64::from(address) % WORD_BYTES != 0 {
            return Err(ReadRefused);
        }
        let (mut page, mut at) = locate(address);
        let mut found = self.page(page);
        for word in words {
            if at == PAGE_WORDS {
                (page, at) = (page.wrapping_add(1) & LAST_PAGE, 0);
                found = self.page(page);
            }
            *word = found.and_then(|page| page.read(at)).ok_or(ReadRefused)?;
            at += 1;
        }
        Ok(())
    }
}

impl SparseMemory {
    fn page(&self, number: u32) -> Option<&Page> {
        self.places.get(number).map(|place| &self.pages[place as usize])
    }

    #[inline]
    fn place(&mut self, page: u32) -> Result<u32, ReadRefused> {
        match self.last_found.get(page) {
            Some(place) => Ok(place),
            None => self.find(page),
        }
    }

    /// The place of a page that is not among those near the last one found.
    #[inline(never)]
    fn find(&mut self, page: u32) -> Result<u32, ReadRefused> {
        self.last_found = self.places.span(page).ok_or(ReadRefused)?;
        self.last_found.get(page).ok_or(ReadRefused)
    }

    fn page_mut(&mut self, number: u32) -> &mut Page {
        let place = self.place(number).unwrap_or_else(|_| self.add(number));
        &mut self.pages[place as usize]
    }

    fn add(&mut self, number: u32) -> u32 {
        // There are fewer pages than addresses.
        let next = self.pages.len() as u32;
        self.places.insert(number, next);
        self.pages.push(Page::default());
        next
    }
}

/// The page of an address and the word in it.
fn locate(addr: u32) -> (u32, u32) {
    let word = addr / WORD_BYTES as u32;
    (word / PAGE_WORDS, word % PAGE_WORDS)
}

impl Page {
    /// Writes words that end with the page at the latest.
    fn write(&mut self, start: u32, words: &[u32]) {
        let places = self.words.iter_mut().skip(start as usize);
        places.zip(words).for_each(|(place, &word)| *place = word);
        self.written |= (((1_u32 << words.len()) - 1) << start) as u16;
    }

    fn read(&self, at: u32) -> Option<u32> {
        (self.written >> at & 1 == 1).then(|| self.words[at as usize])
    }
}

impl SharedMemory for SparseMemory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        if u64::from(address) % WORD_BYTES != 0 {
            return Err(ReadRefused);
        }
        let (page, at) = locate(address);
        let place = self.place(page)?;
        self.pages[place as usize].read(at).ok_or(ReadRefused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_written_aligned_words_answer() {
        let mut memory = SparseMemory::default();
        memory.write(0xFC, &[1, 2, 3]).unwrap();
        assert_eq!([0xFC, 0x100, 0x104].map(|at| memory.read_word(at)), [Ok(1), Ok(2), Ok(3)]);
        for refused in [0, 0xF8, 0xFD, 0xFE, 0xFF, 0x108, u32::MAX] {
            assert_eq!(memory.read_word(refused), Err(ReadRefused), "{refused:#x}");
        }
    }

    #[test]
    fn a_long_write_crosses_pages_and_later_words_win() {
        let mut memory = SparseMemory::default();
        let words: Vec<u32> = (0..1000).collect();
        memory.write(40, &words).unwrap();
        memory.write(44, &[77]).unwrap();
        assert_eq!(memory.read_word(44), Ok(77));
        assert_eq!(memory.read_word(40 + 999 * 4), Ok(999));
        assert_eq!(memory.read_word(40 + 1000 * 4), Err(ReadRefused));
    }

    #[test]
    fn the_last_word_of_the_address_space_is_usable_and_the_next_is_not() {
        let mut memory = SparseMemory::default();
        let last = u32::MAX - 3;
        memory.write(last, &[5]).unwrap();
        assert_eq!(memory.read_word(last), Ok(5));
        memory.write(last, &[]).unwrap();
        assert_eq!(memory.write(last, &[6, 7]), Err(MemoryError::PastEnd { addr: last, words: 2 }));
        assert_eq!(memory.read_word(last), Ok(5), "a refused write changes nothing");
        assert_eq!(memory.read_word(0), Err(ReadRefused));
    }

    #[test]
    fn several_words_are_those_read_one_at_a_time() {
        let mut memory = SparseMemory::default();
        let written: Vec<u32> = (1..=100).collect();
        memory.write(0xF0, &written).unwrap();
        memory.write(u32::MAX - 3, &[7]).unwrap();
        memory.write(0, &[8]).unwrap();
        let read = |address| {
            let mut words = [0; 70];
            memory.read_words(address, &mut words).map(|()| words[0])
        };
        assert_eq!([0xF0, 0xF4, 0x1F0, 0xF1].map(read), [Ok(1), Ok(2), Err(ReadRefused), Err(ReadRefused)]);
        let mut around = [0; 2];
        assert_eq!(memory.read_words(u32::MAX - 3, &mut around), Ok(()));
        assert_eq!(around, [7, 8], "addresses wrap");
    }

    #[test]
    fn unaligned_writes_are_refused_even_when_empty() {
        let mut memory = SparseMemory::default();
        assert_eq!(memory.write(6, &[]), Err(MemoryError::Unaligned { addr: 6 }));
        assert_eq!(memory.write(6, &[1]), Err(MemoryError::Unaligned { addr: 6 }));
    }
}
