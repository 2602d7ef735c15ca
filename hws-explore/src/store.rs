//! The set of states seen, with their complete keys: nothing is merged by a hash alone.

use std::hash::{DefaultHasher, Hasher};

/// Keys, numbered from 0 in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct Store {
    bytes: Vec<u8>,
    /// Where each key ends in `bytes`.
    ends: Vec<usize>,
    /// One more than the number of a key, at a place that its hash determines; 0 is free. The length is a power of two.
    table: Vec<u32>,
}

impl Store {
    /// The number of keys.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The bytes of all keys.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The number of the key, and whether it is new.
    pub(crate) fn add(&mut self, key: &[u8]) -> (u32, bool) {
        if self.table.len() < 2 * (self.ends.len() + 1) {
            self.grow();
        }
        let place = self.place(key);
        match self.table[place].checked_sub(1) {
            Some(number) => (number, false),
            None => {
                self.bytes.extend_from_slice(key);
                self.ends.push(self.bytes.len());
                self.table[place] = self.len();
                (self.len() - 1, true)
            }
        }
    }

    /// Where the key is in the table, or where it belongs.
    fn place(&self, key: &[u8]) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash(key) as usize & mask;
        while let Some(number) = self.table[place].checked_sub(1) {
            if self.key(number) == key {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }

    fn key(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[number]]
    }

    fn grow(&mut self) {
        self.table = vec![0; (4 * self.ends.len()).next_power_of_two().max(1024)];
        for number in 0..self.len() {
            let place = self.place(self.key(number));
            self.table[place] = number + 1;
        }
    }
}

/// The same in every run: the keys of the standard library's hasher are fixed here.
fn hash(key: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(key);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_in_their_order_and_found_again() {
        let mut store = Store::default();
        let keys: Vec<_> = (0..5000_u32)
            .map(|number| {
                vec![7; 1 + number as usize % 3].into_iter().chain(number.to_le_bytes()).collect::<Vec<u8>>()
            })
            .collect();
        for (key, number) in keys.iter().zip(0..) {
            assert_eq!(store.add(key), (number, true));
        }
        for (key, number) in keys.iter().zip(0..) {
            assert_eq!(store.add(key), (number, false));
        }
        assert_eq!(store.len(), 5000);
    }

    #[test]
    fn a_key_that_begins_like_another_is_another() {
        let mut store = Store::default();
        assert_eq!([&b""[..], b"a", b"ab", b"a", b""].map(|key| store.add(key).0), [0, 1, 2, 1, 0]);
    }
}
