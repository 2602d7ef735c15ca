//! The budget of work for the searches of a period, and the approximations that it causes (N21).
//!
//! Steps are counted, never timed: the same input gives the same plan on every machine.

use std::fmt;

use serde::Serialize;

use crate::input::{InputError, InputFault};
use crate::table::counted;

/// Steps of all searches of one kind for a period.
const TOTAL: u64 = 1 << 28;
/// The least number of steps for each search.
const LEAST_SHARE: u64 = 1 << 13;
/// The part of the remaining steps that one search may take.
const PART: u64 = 64;
/// Most steps of one search.
const MOST: u64 = 1 << 26;
/// Most steps of one search whose result must be exact: minutes.
const EXACT_MOST: u64 = 1 << 36;

/// What was not exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Approximations {
    /// Searches with scaled sizes.
    pub(crate) scaled: u64,
    /// Searches that took items in order.
    pub(crate) in_order: u64,
    /// The largest k of the scales 2^k.
    pub(crate) shift: u32,
    /// The largest room that such a search left: no exact one fills more than this in addition.
    pub(crate) unfilled: u64,
}

impl Approximations {
    /// Returns whether every search was exact.
    pub(crate) fn is_none(&self) -> bool {
        self.scaled + self.in_order == 0
    }

    /// Returns those of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            scaled: self.scaled + other.scaled,
            in_order: self.in_order + other.in_order,
            shift: self.shift.max(other.shift),
            unfilled: self.unfilled.max(other.unfilled),
        }
    }
}

/// As in `12 searches scaled by up to 2^7, 3 in order; at most 190 unfilled`.
impl fmt::Display for Approximations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scaled = usize::try_from(self.scaled).unwrap_or(usize::MAX);
        write!(f, "{} scaled by up to 2^{}, ", counted(scaled, "search", "searches"), self.shift)?;
        write!(f, "{} in order; at most {} unfilled", self.in_order, self.unfilled)
    }
}

/// The remaining work of the searches of a period.
#[derive(Debug)]
pub(in crate::periodic) struct Budget {
    purse: u64,
    share: u64,
    /// Steps of each search if results must be exact.
    exact: Option<u64>,
    /// Where errors point to: the list that is too long.
    place: &'static str,
    approximations: Approximations,
}

/// The steps of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// Of the exact search.
    pub(super) exact: u64,
    /// Of the scaled one, should the exact one not suffice.
    pub(super) scaled: u64,
}

impl Budget {
    /// A budget for a number of searches; with `is_exact`, a result that costs too much is an error at `place`.
    pub(in crate::periodic) fn new(searches: usize, is_exact: bool, place: &'static str) -> Self {
        let searches = searches.max(1) as u64;
        // Half is for those searches that need more than their share, half is for the shares.
        let share = (TOTAL / searches).max(LEAST_SHARE) / 2;
        let exact = is_exact.then_some(EXACT_MOST);
        Self { purse: share * searches, share, exact, place, approximations: Approximations::default() }
    }

    /// Returns what was not exact so far.
    pub(in crate::periodic) fn approximations(&self) -> Approximations {
        self.approximations
    }

    /// Begins a search.
    pub(super) fn share(&mut self) -> Share {
        if let Some(exact) = self.exact {
            return Share { exact, scaled: 0 };
        }
        let half = (self.purse / PART).max(self.share).min(MOST) / 2;
        Share { exact: half, scaled: half }
    }

    pub(super) fn spend(&mut self, steps: u64) {
        self.purse = self.purse.saturating_sub(steps);
    }

    /// Returns an error if the result of a search for this many units among items has to be exact.
    pub(super) fn may_approximate(&self, items: usize, limit: u64) -> Result<(), InputError> {
        if self.exact.is_none() {
            return Ok(());
        }
        let what =
            format!("filling {limit} units exactly with some of {items} items takes too much work or memory");
        let remedy = "allow approximations (no `exact`), or give the values in a coarser unit";
        Err(InputError::new(self.place, InputFault::Infeasible { what, remedy }))
    }

    /// Records a search that left this much room: in order, or scaled by 2^k.
    pub(super) fn note(&mut self, room: u64, shift: Option<u32>) {
        let found = &mut self.approximations;
        found.unfilled = found.unfilled.max(room);
        match shift {
            Some(shift) => {
                found.scaled += 1;
                found.shift = found.shift.max(shift);
            }
            None => found.in_order += 1,
        }
    }
}

#[cfg(test)]
impl Budget {
    /// Results must be exact, in this many steps each.
    pub(super) fn exact(steps: u64) -> Self {
        Self { exact: Some(steps), ..Self::new(1, true, "nodes") }
    }
}
