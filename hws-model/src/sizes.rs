//! The kernels by the size of their blocks: a quick test that excludes most tasks that cannot start.

use hws_types::{Entry, EntryMask, SipMask, ThreadNum};

/// The entries of each size, in the order of [`ThreadNum::ALL`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes([EntryMask; ThreadNum::ALL.len()]);

impl Sizes {
    pub(crate) const fn empty() -> Self {
        Self([EntryMask::EMPTY; ThreadNum::ALL.len()])
    }

    /// The entry has a kernel with blocks of this size.
    pub(crate) fn insert(&mut self, entry: Entry, threads: ThreadNum) {
        for (entries, size) in self.0.iter_mut().zip(ThreadNum::ALL) {
            *entries = entries.with_if(entry, size == threads);
        }
    }

    /// The entry has no kernel any more.
    pub(crate) fn remove(&mut self, entry: Entry) {
        self.0.iter_mut().for_each(|entries| *entries = entries.without(entry));
    }

    /// The entries of whose size an aligned block lies wholly in `mask`.
    pub(crate) fn fitting(&self, mask: SipMask) -> EntryMask {
        let fits = |(entries, size): (&EntryMask, ThreadNum)| {
            if mask.positions(size).is_empty() { EntryMask::EMPTY } else { *entries }
        };
        self.0.iter().zip(ThreadNum::ALL).map(fits).fold(EntryMask::EMPTY, |all, entries| all | entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_a_harvested_die() {
        let mut sizes = Sizes::empty();
        let entries = || Entry::all().zip(ThreadNum::ALL);
        entries().for_each(|(entry, size)| sizes.insert(entry, size));
        let fitting = sizes.fitting(SipMask(0x0777));
        assert!(entries().filter(|(entry, _)| fitting.has(*entry)).map(|(_, size)| size.get()).eq([1, 2, 3]));
        assert!(sizes.fitting(SipMask::EMPTY).is_empty());
        sizes.insert(Entry::wrapping(0), ThreadNum::ALL[8]);
        sizes.remove(Entry::wrapping(1));
        assert_eq!(sizes.fitting(SipMask(0x0777)), Entry::wrapping(2).mask());
    }
}
