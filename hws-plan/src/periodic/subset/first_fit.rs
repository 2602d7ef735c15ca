//! The subset that costs nearly nothing: the items in canonical order, each one that still fits.

use super::items::{Items, Runs};

/// Returns the items from a rank on that are taken if each one is that fits, and the room that remains.
pub(super) fn from(items: &impl Items, rank: usize, room: u64) -> (Runs, u64) {
    let (mut runs, mut room, mut at) = (Runs::new(), room, rank);
    while let Some((start, _)) = items.next(at, room) {
        let before = items.sum(start);
        // The prefix that exceeds the room ends with the item that no longer fits.
        let reached = items.reaching(before + room + 1);
        let end = if items.sum(reached) > before + room { reached - 1 } else { reached };
        room -= items.sum(end) - before;
        runs.push(start..end);
        at = end + 1;
    }
    (runs, room)
}
