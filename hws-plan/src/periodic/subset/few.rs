//! The items of a list that may be taken at all, copied, in their largest common unit.

use super::halves;
use super::items::{Items, Runs, Sizes, runs};
use super::leave_out::{self, LOOK};
use super::meter::Meter;
use super::scaled::{self, Scaled};

/// Most items that are split into halves regardless of their sizes.
const FEW: usize = 12;
/// Most items that are ever split into halves.
const SPLIT_MOST: usize = 44;

/// Items that fit on their own.
pub(super) struct Few {
    ranks: Vec<usize>,
    sizes: Vec<u64>,
    unit: u64,
    limit: u64,
}

impl Few {
    /// Copies the items up to the limit; `None` if that costs too much.
    pub(super) fn of(items: &impl Items, limit: u64, meter: &mut Meter) -> Option<Self> {
        let (mut ranks, mut sizes, mut unit, mut from) = (Vec::new(), Vec::new(), 0, 0);
        while let Some((rank, size)) = items.next(from, limit) {
            meter.spend(LOOK)?;
            ranks.push(rank);
            sizes.push(size);
            unit = gcd(unit, size);
            from = rank + 1;
        }
        let unit = unit.max(1);
        sizes.iter_mut().for_each(|size| *size /= unit);
        Some(Self { ranks, sizes, unit, limit })
    }

    /// Returns the canonical subset, `None` if it costs too much.
    pub(super) fn exact(&self, meter: &mut Meter) -> Option<Runs> {
        Some(self.ranked(self.solve(self.limit / self.unit, meter)?))
    }

    fn solve(&self, limit: u64, meter: &mut Meter) -> Option<Runs> {
        let (items, count) = (Sizes::of(self.sizes.clone()), self.sizes.len());
        if items.sum(count) <= limit {
            return Some(runs(0..count));
        }
        if count <= SPLIT_MOST {
            let cost = halves::cost(count);
            let mut attempt = Meter::new(if count <= FEW { 0 } else { cost.min(meter.left()) });
            let found = leave_out::solve(&items, limit, &mut attempt);
            if found.is_some() {
                return found;
            }
            meter.spend(2 * cost)?;
            return Some(halves::solve(&self.sizes, limit));
        }
        leave_out::solve(&items, limit, meter)
    }

    /// Returns a subset that nearly fills the limit, of items that exceed it together.
    pub(super) fn scaled(&self, steps: u64) -> Option<Scaled> {
        let (items, limit) = (Sizes::of(self.sizes.clone()), self.limit / self.unit);
        let Scaled { runs, room, shift } = scaled::solve(&items, limit, steps)?;
        let room = room * self.unit + self.limit % self.unit;
        Some(Scaled { runs: self.ranked(runs), room, shift })
    }

    fn ranked(&self, taken: Runs) -> Runs {
        runs(taken.into_iter().flatten().map(|index| self.ranks[index]))
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
