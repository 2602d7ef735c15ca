//! The places of things by their numbers. Consecutive numbers at consecutive places are one entry, so that many things added in the
//! order of their numbers take no more memory, and are found no later, than a few.

use std::collections::BTreeMap;

/// A map from numbers to places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// By the first number of each run.
    runs: BTreeMap<u32, Run>,
    /// The first number of the run that was extended last.
    last: u32,
}

/// Some consecutive numbers and their places; none by default.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    first: u32,
    place: u32,
    count: u32,
}

impl Span {
    /// The place of a number that is one of them.
    #[inline]
    pub(crate) const fn get(&self, number: u32) -> Option<u32> {
        let at = number.wrapping_sub(self.first);
        if at < self.count { Some(self.place + at) } else { None }
    }
}

/// Consecutive numbers at consecutive places.
#[derive(Clone, Copy, Debug)]
struct Run {
    place: u32,
    count: u32,
}

impl Places {
    /// The place of a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<u32> {
        self.span(number)?.get(number)
    }

    /// Numbers at consecutive places, which give the place of this one if it has one. The places stay what they
    /// are.
    pub(crate) fn span(&self, number: u32) -> Option<Span> {
        let (&first, &Run { place, count }) = self.runs.range(..=number).next_back()?;
        Some(Span { first, place, count })
    }

    /// Gives a number that has no place its place.
    pub(crate) fn insert(&mut self, number: u32, place: u32) {
        if let Some(run) = self.runs.get_mut(&self.last)
            && self.last.checked_add(run.count) == Some(number)
            && run.place + run.count == place
        {
            run.count += 1;
            return;
        }
        self.runs.insert(number, Run { place, count: 1 });
        self.last = number;
    }

    /// Forgets the numbers whose places are not below `count`.
    pub(crate) fn truncate(&mut self, count: u32) {
        self.runs.retain(|_, run| {
            run.count = run.count.min(count.saturating_sub(run.place));
            run.count > 0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_numbers_are_one_run_and_others_are_found_as_well() {
        let mut places = Places::default();
        let numbers = [5, 6, 7, 9, 8, 100, 101, u32::MAX - 1, u32::MAX, 0];
        for (place, number) in (0..).zip(numbers) {
            assert_eq!(places.get(number), None);
            places.insert(number, place);
        }
        for (place, number) in (0..).zip(numbers) {
            assert_eq!(places.get(number), Some(place), "{number}");
        }
        assert_eq!([4, 10, 99, 102, u32::MAX - 2].map(|number| places.get(number)), [None; 5]);
        assert_eq!(places.runs.len(), 6);
    }

    #[test]
    fn numbers_of_later_places_are_forgotten_and_may_come_again() {
        let mut places = Places::default();
        [5, 6, 7, 9].into_iter().zip(0..).for_each(|(number, place)| places.insert(number, place));
        places.truncate(2);
        assert_eq!([5, 6, 7, 9].map(|number| places.get(number)), [Some(0), Some(1), None, None]);
        places.insert(9, 2);
        places.insert(10, 3);
        assert_eq!([7, 9, 10].map(|number| places.get(number)), [None, Some(2), Some(3)]);
    }

    #[test]
    fn a_run_goes_on_only_where_its_places_do() {
        let mut places = Places::default();
        places.insert(1, 0);
        places.insert(2, 5);
        assert_eq!((places.get(1), places.get(2), places.runs.len()), (Some(0), Some(5), 2));
    }
}
