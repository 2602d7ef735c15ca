//! The storage of a list that grows during the run: none, memory, or a file.

use crate::timeline::stored::{Sorter, Spill, Stored, StoredList, StoredWriter};

/// Where lists are kept.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    Memory,
    File(Spill),
}

/// A finished list: in memory, or in the file.
pub(super) type Finished<T> = (Vec<T>, Option<StoredList<T>>);

/// A list in the order in which it is recorded.
#[derive(Clone, Debug, Default)]
pub(super) enum Log<T> {
    #[default]
    Unwanted,
    Memory(Vec<T>),
    File(StoredWriter<T>),
}

impl<T: Stored> Log<T> {
    pub(super) fn new(storage: &Storage) -> Self {
        match storage {
            Storage::Memory => Self::Memory(Vec::new()),
            Storage::File(spill) => Self::File(StoredWriter::new(spill.clone())),
        }
    }

    pub(super) const fn is_wanted(&self) -> bool {
        !matches!(self, Self::Unwanted)
    }

    pub(super) fn push(&mut self, one: T) {
        match self {
            Self::Unwanted => {}
            Self::Memory(list) => list.push(one),
            Self::File(writer) => writer.push(&one),
        }
    }

    pub(super) fn finish(self) -> Finished<T> {
        match self {
            Self::Unwanted => (Vec::new(), None),
            Self::Memory(list) => (list, None),
            Self::File(writer) => (Vec::new(), Some(writer.finish())),
        }
    }
}

/// A list whose last element may still change.
#[derive(Clone, Debug)]
pub(super) struct Growing<T> {
    log: Log<T>,
    last: Option<T>,
    len: usize,
}

impl<T: Stored> Growing<T> {
    pub(super) fn new(storage: &Storage) -> Self {
        Self { log: Log::new(storage), last: None, len: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) const fn last_mut(&mut self) -> Option<&mut T> {
        self.last.as_mut()
    }

    /// Adds an element; the one before does not change any more.
    pub(super) fn push(&mut self, one: T) {
        self.len += 1;
        self.last.replace(one).into_iter().for_each(|last| self.log.push(last));
    }

    pub(super) fn finish(mut self) -> Finished<T> {
        self.last.take().into_iter().for_each(|last| self.log.push(last));
        self.log.finish()
    }
}

/// A list that is wanted in the order of a key; what has equal keys stays in the order in which it was recorded.
#[derive(Clone, Debug, Default)]
pub(super) enum SortedLog<T, K> {
    #[default]
    Unwanted,
    Memory(Vec<T>, fn(&T) -> K),
    File(Sorter<T, K>),
}

impl<T: Stored, K: Ord> SortedLog<T, K> {
    pub(super) fn new(storage: &Storage, key: fn(&T) -> K) -> Self {
        match storage {
            Storage::Memory => Self::Memory(Vec::new(), key),
            Storage::File(spill) => Self::File(Sorter::new(spill.clone(), key)),
        }
    }

    pub(super) fn push(&mut self, one: T) {
        match self {
            Self::Unwanted => {}
            Self::Memory(list, _) => list.push(one),
            Self::File(sorter) => sorter.push(one),
        }
    }

    /// The list together with `more`, which are sorted and count as the last ones recorded.
    pub(super) fn finish(self, more: impl Iterator<Item = T>) -> Finished<T> {
        self.finish_as(more, |all| all)
    }

    /// The same, with something done to the whole list.
    pub(super) fn finish_as<'m, I: Iterator<Item = T> + 'm>(
        self,
        more: impl Iterator<Item = T> + 'm,
        then: impl FnOnce(Box<dyn Iterator<Item = T> + 'm>) -> I,
    ) -> Finished<T>
    where
        T: 'm,
        K: 'm,
    {
        match self {
            Self::Unwanted => (Vec::new(), None),
            Self::Memory(mut list, key) => {
                list.extend(more);
                list.sort_by_key(key);
                (then(Box::new(list.into_iter())).collect(), None)
            }
            Self::File(sorter) => {
                let spill = sorter.spill().clone();
                let all = then(Box::new(sorter.merged(more)));
                (Vec::new(), Some(StoredList::of(&spill, all)))
            }
        }
    }
}
