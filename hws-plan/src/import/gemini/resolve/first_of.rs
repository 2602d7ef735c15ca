//! The first entry of each id.

use std::collections::HashMap;

/// By id: the first entry that has it.
#[derive(Debug)]
pub(super) enum FirstOf<T> {
    /// For ids from 0 that are not much larger than the number of entries, by id.
    Dense(Vec<Option<T>>),
    /// For any others; it is only asked, never iterated.
    Sparse(HashMap<i64, T>),
}

/// Ids that are dense, for each entry.
const PER_ENTRY: usize = 8;

impl<T: Copy> FirstOf<T> {
    pub(super) fn of(entries: impl Iterator<Item = (i64, T)> + Clone) -> Self {
        let (mut count, mut least, mut most) = (0_usize, 0, 0);
        for (id, _) in entries.clone() {
            count += 1;
            least = id.min(least);
            most = id.max(most);
        }
        match usize::try_from(most) {
            Ok(most) if least == 0 && most / PER_ENTRY <= count => Self::dense(most, entries),
            _ => Self::sparse(entries),
        }
    }

    fn dense(most: usize, entries: impl Iterator<Item = (i64, T)>) -> Self {
        let mut first = vec![None; most + 1];
        for (id, entry) in entries {
            // From 0 to `most`, so it fits.
            first[id as usize].get_or_insert(entry);
        }
        Self::Dense(first)
    }

    fn sparse(entries: impl Iterator<Item = (i64, T)>) -> Self {
        let mut first = HashMap::new();
        for (id, entry) in entries {
            first.entry(id).or_insert(entry);
        }
        Self::Sparse(first)
    }

    pub(super) fn get(&self, id: i64) -> Option<T> {
        self.get_ref(id).copied()
    }

    pub(super) fn get_ref(&self, id: i64) -> Option<&T> {
        match self {
            Self::Dense(first) => first.get(usize::try_from(id).ok()?)?.as_ref(),
            Self::Sparse(first) => first.get(&id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_and_sparse_ids_have_the_same_first_entries() {
        for scale in [1, 1000, -1] {
            let entries = [(3, 'a'), (0, 'b'), (3, 'c'), (7, 'd')].map(|(id, entry)| (id * scale, entry));
            let first = FirstOf::of(entries.into_iter());
            assert_eq!(matches!(first, FirstOf::Dense(_)), scale == 1);
            let found = [0, 3, 5, 7, 8, 9].map(|id| first.get(id * scale));
            assert_eq!(found, [Some('b'), Some('a'), None, Some('d'), None, None]);
        }
        assert_eq!(FirstOf::<char>::of([].into_iter()).get(0), None);
    }
}
