//! The kernels in the order of the O-pool (scheduler.md §4.4), kept sorted from one change to the next.
//!
//! With the rank of each entry, a set of entries is put in order by building one word: nothing is sorted, and entries
//! outside the set cost nothing.

use hws_types::{Entry, EntryMask, ones};

/// The entries in their order, and the rank of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    sorted: [Entry; Entry::COUNT],
    /// Of the entries that are in the order; anything for the others.
    rank: [Entry; Entry::COUNT],
    len: u8,
}

impl Order {
    pub(crate) const fn empty() -> Self {
        let none = [Entry::wrapping(0); Entry::COUNT];
        Self { sorted: none, rank: none, len: 0 }
    }

    /// Inserts an entry that is not in the order yet; there is space for each.
    pub(crate) fn insert(&mut self, entry: Entry, precedes: impl Fn(Entry, Entry) -> bool) {
        self.sorted[Entry::wrapping(self.len.into()).index()] = entry;
        self.len += 1;
        self.sink(self.len, precedes);
        self.number();
    }

    /// Removes an entry that is in the order.
    pub(crate) fn remove(&mut self, entry: Entry) {
        let from = self.rank[entry.index()].get();
        for at in (from..u32::from(self.len).saturating_sub(1)).map(Entry::wrapping) {
            self.sorted[at.index()] = self.sorted[next(at).index()];
        }
        self.len = self.len.saturating_sub(1);
        self.number();
    }

    /// Sorts the entries again after many of them have changed.
    pub(crate) fn sort(&mut self, precedes: impl Fn(Entry, Entry) -> bool) {
        (1..=self.len).for_each(|len| self.sink(len, &precedes));
        self.number();
    }

    /// The entries of a set, which are all in the order, in their order.
    pub(crate) fn of(&self, set: EntryMask) -> impl Iterator<Item = Entry> {
        let ranks = set.iter().fold(EntryMask::EMPTY, |ranks, entry| ranks.with(self.rank[entry.index()]));
        ones(ranks.0.into()).map(|rank| self.sorted[Entry::wrapping(rank).index()])
    }

    /// Moves the last of the first `len` entries to its position among the others, which are sorted.
    fn sink(&mut self, len: u8, precedes: impl Fn(Entry, Entry) -> bool) {
        for at in (0..u32::from(len).saturating_sub(1)).rev().map(Entry::wrapping) {
            let (other, last) = (self.sorted[at.index()], self.sorted[next(at).index()]);
            if !precedes(last, other) {
                return;
            }
            self.sorted[at.index()] = last;
            self.sorted[next(at).index()] = other;
        }
    }

    fn number(&mut self) {
        let Self { sorted, rank, len } = self;
        for (at, entry) in (0..u32::from(*len)).map(Entry::wrapping).zip(sorted) {
            rank[entry.index()] = at;
        }
    }
}

/// The rank after this one.
const fn next(rank: Entry) -> Entry {
    Entry::wrapping(rank.get() + 1)
}
