//! The sums of the subsets of some items up to a width, each with the shortest prefix of the items that makes it.

use super::items::Items;
use super::leave_out::LOOK;
use super::meter::Meter;

/// Widths up to this use a bit for each sum, larger ones a list of the reached sums.
const BITS_MOST: u64 = 1 << 24;
/// Most entries of such a list, to bound the memory.
const LIST_MOST: u64 = 1 << 22;
/// Never reached.
const NEVER: u32 = u32::MAX;

/// Sums from 0 to a width.
pub(super) struct Sums {
    width: u64,
    reached: Reached,
}

enum Reached {
    /// Prefix length by sum.
    Every(Vec<u32>),
    /// Sum and prefix, ascending.
    Some(Vec<(u64, u32)>),
}

impl Sums {
    /// Returns the sums of the items, `None` if that costs too much.
    pub(super) fn of(items: &impl Items, width: u64, meter: &mut Meter) -> Option<Self> {
        let reached = match usize::try_from(width) {
            Ok(every) if width <= BITS_MOST => Reached::Every(every_sum(items, every, meter)?),
            _ => Reached::Some(listed(items, width, meter)?),
        };
        Some(Self { width, reached })
    }

    /// Returns the largest sum that is recorded.
    pub(super) fn width(&self) -> u64 {
        self.width
    }

    /// Returns whether the first `length` items have a subset of this sum.
    pub(super) fn reaches(&self, sum: u64, length: usize) -> bool {
        self.first(sum).is_some_and(|first| first <= length)
    }

    /// Length of the shortest prefix that has a subset of this sum.
    pub(super) fn first(&self, sum: u64) -> Option<usize> {
        let first = match &self.reached {
            Reached::Every(first) => first.get(usize::try_from(sum).ok()?).copied(),
            Reached::Some(list) => list.binary_search_by_key(&sum, |entry| entry.0).ok().map(|at| list[at].1),
        };
        first.filter(|&first| first != NEVER).map(|first| first as usize)
    }

    /// Returns the smallest sum from this one on that is reached.
    pub(super) fn next(&self, from: u64) -> Option<u64> {
        match &self.reached {
            Reached::Every(first) => {
                let rest = first.get(usize::try_from(from).ok()?..)?;
                Some(from + rest.iter().position(|&first| first != NEVER)? as u64)
            }
            Reached::Some(list) => Some(list.get(list.partition_point(|entry| entry.0 < from))?.0),
        }
    }

    /// Returns the largest sum that is reached.
    pub(super) fn largest(&self) -> u64 {
        match &self.reached {
            Reached::Every(first) => first.iter().rposition(|&first| first != NEVER).unwrap_or(0) as u64,
            Reached::Some(list) => list.last().map_or(0, |entry| entry.0),
        }
    }
}

/// Returns each item up to a size, and the length of the prefix that ends with it.
fn small(items: &impl Items, most: u64) -> impl Iterator<Item = (u32, u64)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let (rank, size) = items.next(from, most)?;
        from = rank + 1;
        Some((u32::try_from(from).unwrap_or(NEVER), size))
    })
}

fn every_sum(items: &impl Items, width: usize, meter: &mut Meter) -> Option<Vec<u32>> {
    meter.spend(width as u64)?;
    let mut first = vec![NEVER; width + 1];
    let mut bits = vec![0_u64; width / 64 + 1];
    (first[0], bits[0]) = (0, 1);
    let (mut reached, mut largest) = (1, 0);
    for (length, item) in small(items, width as u64) {
        // Not above the width, which is a usize.
        let item = usize::try_from(item).unwrap_or(width);
        largest = (largest + item).min(width);
        meter.spend(LOOK + (largest - item) as u64 / 64)?;
        reached += add(&mut bits, item, largest, |sum| first[sum] = length);
        if reached == width + 1 {
            break;
        }
    }
    Some(first)
}

/// Adds an item to the sums up to `largest` and passes each new sum to `new`. Returns the number of new sums.
fn add(bits: &mut [u64], item: usize, largest: usize, mut new: impl FnMut(usize)) -> usize {
    let (words, shift, last) = (item / 64, item % 64, largest / 64);
    let mut count = 0;
    for word in (words..=last).rev() {
        let mut shifted = bits[word - words] << shift;
        if shift > 0 && word > words {
            shifted |= bits[word - words - 1] >> (64 - shift);
        }
        let within = if word == last { u64::MAX >> (63 - largest % 64) } else { u64::MAX };
        let mut fresh = shifted & within & !bits[word];
        bits[word] |= fresh;
        while fresh > 0 {
            new(word * 64 + fresh.trailing_zeros() as usize);
            count += 1;
            fresh &= fresh - 1;
        }
    }
    count
}

fn listed(items: &impl Items, width: u64, meter: &mut Meter) -> Option<Vec<(u64, u32)>> {
    let mut sums = vec![(0, 0)];
    for (length, item) in small(items, width) {
        meter.spend(LOOK + 2 * sums.len() as u64)?;
        if sums.len() as u64 > LIST_MOST {
            return None;
        }
        let with = sums.iter().map(|&(sum, _)| (sum + item, length)).take_while(|with| with.0 <= width);
        sums = super::merged(&sums, with);
    }
    Some(sums)
}
