//! Many short lists in one allocation.

use std::ops::Index;

/// Lists by index. A list of its own for each of 10^5 tasks takes several times the memory of its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lists<T> {
    /// Where each list ends.
    ends: Vec<usize>,
    all: Vec<T>,
}

impl<T> Lists<T> {
    /// Takes lists one after the other.
    pub(crate) fn of<L: IntoIterator<Item = T>>(lists: impl IntoIterator<Item = L>) -> Self {
        let mut all = Vec::new();
        let end_of = |list: L| {
            all.extend(list);
            all.len()
        };
        let ends = lists.into_iter().map(end_of).collect();
        all.shrink_to_fit();
        Self { ends, all }
    }

    /// Groups entries by the index of their list; those of a list stay in their order.
    pub(crate) fn grouped(lists: usize, entries: impl Iterator<Item = (usize, T)> + Clone) -> Self
    where
        T: Copy + Default,
    {
        let mut ends = vec![0; lists];
        entries.clone().for_each(|(list, _)| ends[list] += 1);
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before);
        }
        let mut all = vec![T::default(); before];
        for (list, entry) in entries {
            all[ends[list]] = entry;
            ends[list] += 1;
        }
        Self { ends, all }
    }

    /// Sorts each list.
    pub(crate) fn sorted(mut self) -> Self
    where
        T: Ord,
    {
        let mut start = 0;
        for &end in &self.ends {
            self.all[start..end].sort_unstable();
            start = end;
        }
        self
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone {
        (0..self.ends.len()).map(|list| &self[list])
    }

    /// Returns the place of a list's first entry among all.
    pub(crate) fn start(&self, list: usize) -> usize {
        list.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Returns the entries of all lists.
    pub(crate) fn all(&self) -> &[T] {
        &self.all
    }

    /// Returns lists of the same lengths.
    pub(crate) fn map<U>(&self, entry: impl FnMut(&T) -> U) -> Lists<U> {
        Lists { ends: self.ends.clone(), all: self.all.iter().map(entry).collect() }
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    fn index(&self, list: usize) -> &[T] {
        &self.all[self.start(list)..self.ends[list]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_kept_and_grouped_in_order() {
        let lists = [vec![5, 3], vec![], vec![8], vec![]];
        let kept = Lists::of(lists.clone());
        assert!(kept.iter().eq(lists.iter().map(Vec::as_slice)));
        assert_eq!((kept.all(), &kept[0], &kept[3]), (&[5, 3, 8][..], &[5, 3][..], &[][..]));
        let entries = [(2, 8), (0, 5), (0, 3)];
        assert_eq!(Lists::grouped(4, entries.into_iter()), kept);
        assert!(kept.map(|entry| entry * 2).iter().eq([&[10, 6][..], &[], &[16], &[]]));
        assert!(kept.sorted().iter().eq([&[3, 5][..], &[], &[8], &[]]));
    }
}
