//! A list of a forest as items.

use super::items::Items;
use crate::periodic::forest::Forest;

/// One list.
pub(super) struct Tree<'a> {
    pub(super) forest: &'a Forest,
    pub(super) list: u32,
}

impl Items for Tree<'_> {
    fn len(&self) -> usize {
        self.forest.count(self.list)
    }

    fn sum(&self, length: usize) -> u64 {
        self.forest.sum(self.list, length)
    }

    fn reaching(&self, sum: u64) -> usize {
        self.forest.reaching(self.list, sum)
    }

    fn next(&self, from: usize, most: u64) -> Option<(usize, u64)> {
        self.forest.next(self.list, from, most)
    }

    fn last(&self, before: usize, most: u64) -> Option<(usize, u64)> {
        self.forest.last(self.list, before, most)
    }

    fn longest(&self) -> u64 {
        self.forest.most(self.list)
    }
}
