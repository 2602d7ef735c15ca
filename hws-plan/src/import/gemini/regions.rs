//! Regions of L2 in which addresses wrap around (G15), and the bytes that a snapshot takes.

use std::collections::BTreeMap;
use std::ops::Range;

use super::field::GeminiField;
use super::workload::GeminiWorkload;

/// A ring of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) start: i64,
    pub(super) size: i64,
}

impl Region {
    /// Returns the region of an entry that is `[start, size]`, not empty and inside L2.
    pub(super) fn of(entry: &GeminiField<[i32; 2]>, buffersize: i64) -> Option<Self> {
        let [start, size] = entry.good()?.map(i64::from);
        (start >= 0 && size > 0 && start + size <= buffersize).then_some(Self { start, size })
    }

    pub(super) fn has(&self, address: i64) -> bool {
        (self.start..self.start + self.size).contains(&address)
    }

    /// Returns the bytes of an entry that starts here; one larger than the region fills it.
    pub(super) fn bytes(&self, address: i64, size: i64) -> [Range<i64>; 2] {
        let end = self.start + self.size;
        if size >= self.size {
            return [self.start..end, end..end];
        }
        let beyond = (address + size - end).max(0);
        [address..(address + size).min(end), self.start..self.start + beyond]
    }
}

/// Returns the valid regions of a workload, or all of L2 if there are none.
pub(super) fn regions(
    workload: &GeminiWorkload<'_>,
    buffersize: i64,
) -> impl Iterator<Item = Region> + Clone {
    let listed = workload.ring_buffer_info.good().into_iter().flatten();
    let good = listed.filter_map(move |entry| Region::of(entry, buffersize));
    let whole = good.clone().next().is_none().then_some(Region { start: 0, size: buffersize });
    good.chain(whole)
}

/// Returns whether two ranges share a byte. Sorts them, which is much faster than [`Taken`].
pub(super) fn overlap(ranges: &mut [Range<i64>]) -> bool {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut end = i64::MIN;
    ranges.iter().filter(|range| !range.is_empty()).any(|range| {
        let before = std::mem::replace(&mut end, range.end);
        range.start < before
    })
}

/// Occupied bytes: ranges that do not overlap, by start, with their end and their owner (`None` if several entries
/// share the range).
#[derive(Debug, Default)]
pub(super) struct Taken(BTreeMap<i64, (i64, Option<usize>)>);

impl Taken {
    /// Takes bytes for `owner`. Returns the owner of a range that had some of them already, if there is one.
    pub(super) fn take(&mut self, bytes: &[Range<i64>], owner: usize) -> Option<Option<usize>> {
        let before = bytes.iter().find_map(|range| self.overlapping(range)).map(|(_, (_, owner))| owner);
        for range in bytes.iter().filter(|range| !range.is_empty()) {
            self.add(range.clone(), owner);
        }
        before
    }

    /// Returns the last range that shares a byte.
    fn overlapping(&self, range: &Range<i64>) -> Option<(i64, (i64, Option<usize>))> {
        let (&start, &(end, owner)) = self.0.range(..range.end).next_back()?;
        (!range.is_empty() && end > range.start).then_some((start, (end, owner)))
    }

    /// Adds a range and merges it with those that it overlaps.
    fn add(&mut self, mut range: Range<i64>, owner: usize) {
        let mut owner = Some(owner);
        while let Some((start, (end, _))) = self.overlapping(&range) {
            self.0.remove(&start);
            range = range.start.min(start)..range.end.max(end);
            owner = None;
        }
        self.0.insert(range.start, (range.end, owner));
    }
}
