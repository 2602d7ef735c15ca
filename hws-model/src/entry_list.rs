//! A list with space for every entry of the Ready Station, and functions that keep it sorted.

use hws_types::Entry;

/// At most one element per entry.
pub(crate) type EntryList<T> = heapless::Vec<T, { Entry::COUNT }>;

/// Inserts an element into a sorted list.
pub(crate) fn insert_sorted<T>(list: &mut EntryList<T>, element: T, precedes: impl Fn(&T, &T) -> bool) {
    // Cannot fail: there are no more elements than places.
    let _ = list.push(element);
    sink_last(list, precedes);
}

/// Moves the last element to its position among the others, which are sorted.
pub(crate) fn sink_last<T>(list: &mut [T], precedes: impl Fn(&T, &T) -> bool) {
    let mut rest = list;
    while let [before @ .., other, last] = rest
        && precedes(last, other)
    {
        core::mem::swap(other, last);
        let len = before.len() + 1;
        rest = rest.get_mut(..len).unwrap_or_default();
    }
}
