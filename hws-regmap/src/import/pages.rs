//! Bounds of pages, which only IP-XACT has: a page of another format is as large as its contents.

use super::draft::{Draft, Spot};
use super::losses::Losses;

/// Bounds of pages are multiples of this.
pub(super) const GRAIN: u64 = 4;

/// A map has no addresses from here.
const END: u64 = 1 << 63;

/// Leaves out what has no address in a map.
pub(super) fn leave_out_beyond(draft: &mut Draft, losses: &mut Losses) {
    let mut fits = |at: &Spot, end: u64| {
        if end > END {
            losses.add(at, format!("left out: it ends beyond 0x{END:x}, the last address of a map"));
        }
        end <= END
    };
    for page in &mut draft.pages {
        page.registers.retain(|register| fits(&register.at, register.end()));
        page.groups.retain(|group| fits(&group.at, group.end()));
        page.memories.retain(|memory| fits(&memory.at, memory.offset.saturating_add(memory.bytes)));
        page.range = page.range.filter(|(base, size)| base.saturating_add(*size) <= END);
    }
    if draft.window_bytes > END {
        draft.window_bytes = 0;
    }
}

/// Forgets the ranges of pages unless each has the contents of its page, and nothing of another.
pub(super) fn bound(draft: &mut Draft) {
    let mut ranges: Vec<(u64, u64)> = draft.pages.iter().filter_map(|page| page.range).collect();
    ranges.sort_unstable();
    let is_apart = ranges.windows(2).all(|pair| match pair {
        [(base, size), (next, _)] => base.checked_add(*size).is_some_and(|end| end <= *next),
        _ => true,
    });
    let fits = draft.pages.iter().all(|page| {
        let Some((base, size)) = page.range else { return false };
        let is_inside = |(first, end): (u64, u64)| base <= first && end <= base.saturating_add(size);
        base.is_multiple_of(GRAIN) && size.is_multiple_of(GRAIN) && page.extent().is_none_or(is_inside)
    });
    if !is_apart || !fits {
        draft.pages.iter_mut().for_each(|page| page.range = None);
    }
}

/// Gives every page without a range one that has its contents, and the window a size that has them all.
pub(super) fn place(draft: &mut Draft) {
    let ends = draft.pages.iter().filter_map(|page| Some(page.extent()?.1));
    let ranges = draft.pages.iter().filter_map(|page| page.range);
    let end = ends.chain(ranges.map(|(base, size)| base.saturating_add(size))).max().unwrap_or(0).max(GRAIN);
    if draft.window_bytes < end {
        draft.window_bytes = end.checked_next_power_of_two().unwrap_or(end);
    }
    draft.window_bytes = draft.window_bytes.checked_next_multiple_of(GRAIN).unwrap_or(draft.window_bytes);
    if draft.pages.len() < 2 {
        return;
    }
    for page in draft.pages.iter_mut().filter(|page| page.range.is_none()) {
        let rounded = |(first, end): (u64, u64)| {
            let first = first - first % GRAIN;
            (first, end.checked_next_multiple_of(GRAIN).unwrap_or(end).saturating_sub(first))
        };
        page.range = page.extent().map(rounded);
    }
    while let Some(number) = draft.pages.iter().position(|page| page.range.is_none()) {
        let free = free(draft);
        draft.window_bytes = draft.window_bytes.max(free.saturating_add(GRAIN));
        if let Some(page) = draft.pages.get_mut(number) {
            page.range = Some((free, GRAIN));
        }
    }
}

/// Returns the first byte that no page has, for a page without contents.
fn free(draft: &Draft) -> u64 {
    let mut ranges: Vec<(u64, u64)> = draft.pages.iter().filter_map(|page| page.range).collect();
    ranges.sort_unstable();
    ranges.iter().fold(0, |free, (base, size)| {
        if free.saturating_add(GRAIN) <= *base { free } else { free.max(base.saturating_add(*size)) }
    })
}
