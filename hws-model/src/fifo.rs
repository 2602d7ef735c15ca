//! A bounded queue. Equality and hashes depend on its elements, not on the positions in its ring buffer.

use core::hash::{Hash, Hasher};

use heapless::Deque;

/// The queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

/// At most `N` elements, first in first out.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Fifo<T, const N: usize>(Deque<T, N>);

impl<T: Copy, const N: usize> Fifo<T, N> {
    pub(crate) const fn new() -> Self {
        Self(Deque::new())
    }

    /// Appends the element, or refuses it and changes nothing when the queue is full.
    pub(crate) fn push(&mut self, element: T) -> Result<(), Full> {
        self.0.push_back(element).map_err(|_| Full)
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.0.pop_front()
    }

    pub(crate) fn head(&self) -> Option<T> {
        self.0.front().copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of free places.
    pub(crate) fn room(&self) -> usize {
        N - self.0.len().min(N)
    }

    /// The oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Fifo<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().eq(other.0.iter())
    }
}

impl<T: Eq, const N: usize> Eq for Fifo<T, N> {}

impl<T: Hash, const N: usize> Hash for Fifo<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        self.0.iter().for_each(|element| element.hash(state));
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
        let before = fifo.clone();
        assert_eq!(fifo.push(2), Err(Full));
        assert_eq!(fifo, before);
        assert_eq!((fifo.len(), fifo.room()), (1, 0));
    }
}
