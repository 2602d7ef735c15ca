//! A bounded queue. Equality and hashes depend on its elements, not on the positions in its ring buffer.

use core::hash::{Hash, Hasher};

#[cfg(feature = "serde")]
mod stored;

/// The queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

/// At most `N` elements, first in first out. It is copied as a block of memory, with the places that are free.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        into = "stored::Elements<T, N>",
        from = "stored::Elements<T, N>",
        bound(serialize = "T: Copy + Default + serde::Serialize"),
        bound(deserialize = "T: Copy + Default + serde::Deserialize<'de>")
    )
)]
pub(crate) struct Fifo<T, const N: usize> {
    places: [T; N],
    /// The place of the oldest element, and the number of elements.
    first: u8,
    len: u8,
}

impl<T: Copy + Default, const N: usize> Fifo<T, N> {
    /// Places and numbers fit, and so do their sums.
    const FITS: () = assert!(0 < N && N <= 1 << 7);

    pub(crate) fn new() -> Self {
        let () = Self::FITS;
        Self { places: [T::default(); N], first: 0, len: 0 }
    }

    /// Appends the element, or refuses it and changes nothing when the queue is full.
    pub(crate) fn push(&mut self, element: T) -> Result<(), Full> {
        if self.room() == 0 {
            return Err(Full);
        }
        self.places[self.place(self.len())] = element;
        self.len += 1;
        Ok(())
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let oldest = self.head()?;
        self.first = self.place(1) as u8;
        self.len -= 1;
        Some(oldest)
    }

    pub(crate) fn head(&self) -> Option<T> {
        self.iter().next().copied()
    }

    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of free places.
    pub(crate) const fn room(&self) -> usize {
        N.saturating_sub(self.len())
    }

    /// The oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len()).map(|number| &self.places[self.place(number)])
    }

    /// Changes each element, the oldest first.
    pub(crate) fn for_each_mut(&mut self, mut change: impl FnMut(&mut T)) {
        for number in 0..self.len() {
            let place = self.place(number);
            change(&mut self.places[place]);
        }
    }

    /// The place of the element with this number; the oldest has 0.
    const fn place(&self, number: usize) -> usize {
        (self.first as usize + number) % N
    }
}

impl<T: Copy + Default + PartialEq, const N: usize> PartialEq for Fifo<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Copy + Default + Eq, const N: usize> Eq for Fifo<T, N> {}

impl<T: Copy + Default + Hash, const N: usize> Hash for Fifo<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.iter().for_each(|element| element.hash(state));
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::hash::DefaultHasher;

    fn hash_of(fifo: &Fifo<u8, 2>) -> u64 {
        let mut hasher = DefaultHasher::new();
        fifo.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn equality_and_hash_ignore_the_ring_position() {
        let mut turned = Fifo::<u8, 2>::new();
        turned.push(9).unwrap();
        turned.push(1).unwrap();
        turned.pop();
        turned.push(2).unwrap();
        let mut fresh = Fifo::new();
        fresh.push(1).unwrap();
        fresh.push(2).unwrap();
        assert_eq!(turned, fresh);
        assert_eq!(hash_of(&turned), hash_of(&fresh));
    }

    #[test]
    fn a_refused_push_changes_nothing() {
        let mut fifo = Fifo::<u8, 1>::new();
        fifo.push(1).unwrap();
        let before = fifo;
        assert_eq!(fifo.push(2), Err(Full));
        assert_eq!(fifo, before);
        assert_eq!((fifo.len(), fifo.room()), (1, 0));
    }
}
