//! The canonical largest subset: among the subsets with the largest sum up to a limit, the one that takes the last
//! item only if necessary, then the last but one only if necessary, and so on (N14, N15).
//!
//! A table of items × limit with backtracking from the last item gives this result, but limits here go up to 2^31
//! and more, too large for such a table. Few items are split into two halves ([`halves`]). With many items nearly
//! all of them are taken in order up to the limit, so the search is for the few that are left out ([`leave_out`]).
//!
//! A search that would cost more than its share of the [`Budget`] is approximated (N21): with scaled sizes
//! ([`scaled`]), or in order ([`first_fit`]).

mod budget;
mod few;
mod first_fit;
mod halves;
mod items;
mod leave_out;
mod meter;
mod scaled;
mod sums;
mod tree;

pub(crate) use budget::Approximations;
pub(super) use budget::Budget;

use super::forest::Forest;
use crate::input::InputError;
use few::Few;
use items::{Items, Runs};
use meter::Meter;
use scaled::Scaled;
use tree::Tree;

/// Longer lists are searched where they are, if every item may be taken.
const COPIED_MOST: usize = 1024;

/// Returns the canonical largest subset of a list of positive weights, or one that nearly fills the limit.
///
/// # Errors
/// An exact result is demanded but too costly.
pub(super) fn largest(
    forest: &Forest,
    list: u32,
    limit: u64,
    budget: &mut Budget,
) -> Result<Runs, InputError> {
    if limit < forest.least(list) {
        return Ok(Runs::new());
    }
    let items = Tree { forest, list };
    if forest.total(list) <= limit {
        return Ok(std::iter::once(0..items.len()).collect());
    }
    search(&items, limit, budget)
}

/// Searches among items that exceed the limit together.
fn search(items: &impl Items, limit: u64, budget: &mut Budget) -> Result<Runs, InputError> {
    let share = budget.share();
    let mut meter = Meter::new(share.exact);
    let wanted = Wanted::of(items, limit, &mut meter);
    let exact = wanted.exact(&mut meter);
    budget.spend(share.exact - meter.left());
    if let Some(runs) = exact {
        return Ok(runs);
    }
    budget.may_approximate(items.len(), limit)?;
    if let Some(Scaled { runs, room, shift }) = wanted.scaled(share.scaled) {
        budget.spend(share.scaled);
        budget.note(room, Some(shift));
        return Ok(runs);
    }
    let (runs, room) = first_fit::from(items, 0, limit);
    budget.note(room, None);
    Ok(runs)
}

/// What is searched.
enum Wanted<'a, I> {
    /// A copy of the items that fit.
    Few(Few),
    /// The items themselves, all of which fit on their own.
    All(&'a I, u64),
    /// Too many items, some of which do not fit.
    TooMany,
}

impl<'a, I: Items> Wanted<'a, I> {
    fn of(items: &'a I, limit: u64, meter: &mut Meter) -> Self {
        let all_fit = items.longest() <= limit;
        if all_fit && items.len() > COPIED_MOST {
            return Self::All(items, limit);
        }
        match Few::of(items, limit, meter) {
            Some(few) => Self::Few(few),
            None if all_fit => Self::All(items, limit),
            None => Self::TooMany,
        }
    }

    fn exact(&self, meter: &mut Meter) -> Option<Runs> {
        match self {
            Self::Few(few) => few.exact(meter),
            Self::All(items, limit) => leave_out::solve(*items, *limit, meter),
            Self::TooMany => None,
        }
    }

    fn scaled(&self, steps: u64) -> Option<Scaled> {
        match self {
            _ if steps < scaled::LEAST_STEPS => None,
            Self::Few(few) => few.scaled(steps),
            Self::All(items, limit) => scaled::solve(*items, *limit, steps),
            Self::TooMany => None,
        }
    }
}

/// Merges two ascending lists; of two equal sums, the one from `sums` is kept.
fn merged<T: Copy>(sums: &[(u64, T)], with: impl Iterator<Item = (u64, T)>) -> Vec<(u64, T)> {
    let mut merged = Vec::with_capacity(2 * sums.len());
    let mut with = with.peekable();
    for &sum in sums {
        while let Some(with) = with.next_if(|with| with.0 < sum.0) {
            merged.push(with);
        }
        let _ = with.next_if(|with| with.0 == sum.0);
        merged.push(sum);
    }
    merged.extend(with);
    merged
}

#[cfg(test)]
mod tests;
