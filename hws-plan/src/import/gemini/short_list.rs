//! Lists that nearly always have one entry.

use std::ops::Deref;
use std::slice::{Iter, from_ref};

use serde::de::{Deserialize, SeqAccess};

/// A list. One entry takes no allocation: most ids and sources of a schedule are alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShortList<T> {
    /// One entry.
    One(T),
    /// Any other number of entries.
    Many(Vec<T>),
}

impl<T> ShortList<T> {
    /// Reads the rest of a list.
    pub(super) fn rest<'de, A, U>(list: &mut A, entry: fn(U) -> T) -> Result<Self, A::Error>
    where
        A: SeqAccess<'de>,
        U: Deserialize<'de>,
    {
        let Some(first) = list.next_element()?.map(entry) else { return Ok(Self::default()) };
        let Some(second) = list.next_element()?.map(entry) else { return Ok(Self::One(first)) };
        let mut entries = vec![first, second];
        while let Some(next) = list.next_element()? {
            entries.push(entry(next));
        }
        Ok(Self::Many(entries))
    }
}

impl<T> Default for ShortList<T> {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl<T> Deref for ShortList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Self::One(entry) => from_ref(entry),
            Self::Many(entries) => entries,
        }
    }
}

impl<'list, T> IntoIterator for &'list ShortList<T> {
    type Item = &'list T;
    type IntoIter = Iter<'list, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
