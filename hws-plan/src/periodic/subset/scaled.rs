//! A subset that fills the limit nearly: the items left out are searched among sizes that are scaled down.
//!
//! Of the shortest prefix that reaches the limit, items with at least the excess have to be left out; the last one
//! alone would do. Up to [`LOOKED_AT`] items, the last ones that are no longer than it, are divided by 2^k and rounded
//! down, and the excess is rounded up, so that what is left out suffices. The smallest such sum wins; the room that
//! rounding leaves is filled in order.

use super::first_fit;
use super::items::{Items, Runs, Sizes, without};
use super::leave_out::{LOOK, left_out};
use super::meter::Meter;
use super::sums::Sums;

/// Most items that may be left out.
const LOOKED_AT: usize = 64;
/// Steps for each unit of the width: its own, and a bit for every item.
const PER_UNIT: u64 = 1 + LOOKED_AT as u64 / 64;
/// The largest width, to bound the memory.
const WIDTH_MOST: u64 = 1 << 22;
/// Steps that do not depend on the width.
pub(super) const LEAST_STEPS: u64 = 2 * LOOKED_AT as u64 * LOOK;

/// A subset, the room that it leaves, and k.
pub(super) struct Scaled {
    pub(super) runs: Runs,
    pub(super) room: u64,
    pub(super) shift: u32,
}

/// Returns the subset for items if none exceeds the limit, but their sum does, in at least [`LEAST_STEPS`].
pub(super) fn solve(items: &impl Items, limit: u64, steps: u64) -> Option<Scaled> {
    let length = items.reaching(limit);
    let excess = items.sum(length) - limit;
    let (rank, last) = items.last(length, u64::MAX)?;
    let shift = shift(last, steps);
    let found = Candidates::of(items, length, last).leave_out(excess, shift, steps);
    let (out, left) = found.filter(|&(_, left)| left <= last).unwrap_or((vec![rank], last));
    let (kept, room) = again(items, &out, left - excess);
    let out: Vec<usize> = out.into_iter().filter(|rank| !kept.contains(rank)).collect();
    let (more, room) = first_fit::from(items, length, room);
    Some(Scaled { runs: [without(length, &out), more].concat(), room, shift })
}

/// Returns the smallest k for which sums up to a size scaled by 2^k cost at most this many steps.
fn shift(size: u64, steps: u64) -> u32 {
    let most = (steps.saturating_sub(LEAST_STEPS) / PER_UNIT).clamp(1, WIDTH_MOST);
    (0..u64::BITS).find(|&shift| size >> shift <= most).unwrap_or(0)
}

/// Returns which of the items left out fit into the room after all, the first ones first, and the rest of the room.
fn again(items: &impl Items, out: &[usize], room: u64) -> (Vec<usize>, u64) {
    let (mut kept, mut room) = (Vec::new(), room);
    for &rank in out.iter().rev() {
        let size = items.sum(rank + 1) - items.sum(rank);
        if size <= room {
            kept.push(rank);
            room -= size;
        }
    }
    (kept, room)
}

/// Items that may be left out, in order.
struct Candidates {
    ranks: Vec<usize>,
    sizes: Vec<u64>,
}

impl Candidates {
    fn of(items: &impl Items, length: usize, most: u64) -> Self {
        let mut before = length;
        let mut found: Vec<(usize, u64)> = std::iter::from_fn(|| {
            let (rank, size) = items.last(before, most)?;
            before = rank;
            Some((rank, size))
        })
        .take(LOOKED_AT)
        .collect();
        found.reverse();
        let (ranks, sizes) = found.into_iter().unzip();
        Self { ranks, sizes }
    }

    /// Returns the ranks of the items left out, descending, and the sum of their sizes.
    fn leave_out(&self, excess: u64, shift: u32, steps: u64) -> Option<(Vec<usize>, u64)> {
        let scaled: Vec<(usize, u64)> =
            self.sizes.iter().map(|size| size >> shift).enumerate().filter(|(_, size)| *size > 0).collect();
        let sizes = Sizes::of(scaled.iter().map(|&(_, size)| size).collect());
        let least = excess.div_ceil(1 << shift);
        let width = sizes.longest();
        let sums = Sums::of(&sizes, width, &mut Meter::new(steps))?;
        let out = left_out(&sums, &sizes, sizes.len(), sums.next(least)?);
        let out: Vec<usize> = out.into_iter().map(|index| scaled[index].0).collect();
        let left = out.iter().map(|&index| self.sizes[index]).sum();
        Some((out.into_iter().map(|index| self.ranks[index]).collect(), left))
    }
}
