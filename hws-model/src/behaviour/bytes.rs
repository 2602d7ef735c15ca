//! Numbers as few bytes; each sequence of bytes has one reading.

use core::iter;

/// Appends numbers to a collection of bytes.
pub(super) struct Bytes<'a, E>(&'a mut E);

impl<'a, E: Extend<u8>> Bytes<'a, E> {
    pub(super) const fn new(bytes: &'a mut E) -> Self {
        Self(bytes)
    }

    /// A number: seven bits a byte, the low ones first; the highest bit says that more follow.
    pub(super) fn number(&mut self, number: impl Into<u64>) {
        let mut rest = number.into();
        while rest > 0x7F {
            self.0.extend(iter::once(rest as u8 | 0x80));
            rest >>= 7;
        }
        self.0.extend(iter::once(rest as u8));
    }

    /// At most 64 words, most of which are 0: a bit for each that is not, and these.
    pub(super) fn sparse(&mut self, words: impl Iterator<Item = u32> + Clone) {
        let used = words.clone().zip(0_u32..);
        let used = used.fold(0_u64, |used, (word, at)| used | u64::from(word != 0) << (at & 63));
        self.number(used);
        words.filter(|&word| word != 0).for_each(|word| self.number(word));
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    fn bytes(write: impl Fn(&mut Bytes<'_, Vec<u8>>)) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut Bytes::new(&mut bytes));
        bytes
    }

    #[test]
    fn small_numbers_take_one_byte() {
        assert_eq!(bytes(|out| out.number(127_u32)), [127]);
        assert_eq!(bytes(|out| out.number(128_u32)), [0x80, 1]);
        assert_eq!(bytes(|out| out.number(u64::MAX)).len(), 10);
    }

    #[test]
    fn words_that_are_zero_take_no_bytes() {
        assert_eq!(bytes(|out| out.sparse([0; 7].into_iter())), [0]);
        assert_eq!(bytes(|out| out.sparse([0, 9, 0, 1].into_iter())), [0b1010, 9, 1]);
        let last = [0; 63].into_iter().chain([5]);
        assert_eq!(bytes(|out| out.sparse(last.clone())).last(), Some(&5));
    }
}
