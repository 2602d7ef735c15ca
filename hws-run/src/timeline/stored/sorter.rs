//! Sorts more than fits in memory: pieces that fit are sorted and written, and read side by side.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::list::StoredList;
use super::records::Stored;
use super::spill::Spill;

/// Records of a piece.
const PIECE: usize = 1 << 15;

/// Records in any order.
#[derive(Clone, Debug)]
pub(in crate::timeline) struct Sorter<T, K> {
    key: fn(&T) -> K,
    /// The piece that is not full.
    open: Vec<T>,
    /// Those that are, each sorted.
    pieces: Vec<StoredList<T>>,
    spill: Spill,
}

impl<T: Stored, K: Ord> Sorter<T, K> {
    pub(in crate::timeline) fn new(spill: Spill, key: fn(&T) -> K) -> Self {
        Self { key, open: Vec::new(), pieces: Vec::new(), spill }
    }

    pub(in crate::timeline) fn push(&mut self, record: T) {
        self.open.push(record);
        if self.open.len() == PIECE {
            self.open.sort_by_key(self.key);
            self.pieces.push(StoredList::of(&self.spill, self.open.drain(..)));
        }
    }

    /// The file of the pieces.
    pub(in crate::timeline) const fn spill(&self) -> &Spill {
        &self.spill
    }

    /// Returns all records by their key, those with equal keys in the order in which they came; `more` are sorted, and count as
    /// the last ones to come.
    pub(in crate::timeline) fn merged<'m>(
        mut self,
        more: impl Iterator<Item = T> + 'm,
    ) -> impl Iterator<Item = T> + 'm
    where
        T: 'm,
        K: 'm,
    {
        self.open.sort_by_key(self.key);
        let mut sources: Vec<Box<dyn Iterator<Item = T> + 'm>> = Vec::new();
        sources.extend(self.pieces.iter().map(|piece| Box::new(piece.iter()) as Box<_>));
        sources.push(Box::new(self.open.into_iter()));
        sources.push(Box::new(more));
        Merge::new(sources, self.key)
    }
}

/// Sorted records as one sequence.
struct Merge<I, T, K> {
    key: fn(&T) -> K,
    sources: Vec<I>,
    /// The next record of each source.
    next: Vec<Option<T>>,
    /// Their keys.
    heap: BinaryHeap<Reverse<(K, usize)>>,
}

impl<I: Iterator<Item = T>, T: Copy, K: Ord> Merge<I, T, K> {
    fn new(sources: Vec<I>, key: fn(&T) -> K) -> Self {
        let next = vec![None; sources.len()];
        let mut merge = Self { key, sources, next, heap: BinaryHeap::new() };
        (0..merge.sources.len()).for_each(|source| merge.advance(source));
        merge
    }

    fn advance(&mut self, source: usize) {
        self.next[source] = self.sources[source].next();
        self.heap.extend(self.next[source].map(|record| Reverse(((self.key)(&record), source))));
    }
}

impl<I: Iterator<Item = T>, T: Copy, K: Ord> Iterator for Merge<I, T, K> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let Reverse((_, source)) = self.heap.pop()?;
        let record = self.next[source].take();
        self.advance(source);
        record
    }
}
