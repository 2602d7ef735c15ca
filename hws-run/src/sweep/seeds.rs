//! The seeds of a sweep: `20` means the seeds 0 to 19, `5..9` the seeds 5, 6, 7, 8 and 9.

use std::collections::BTreeSet;

use super::error::AxisReason;
use super::range::{RANGE_MOST, Range};

/// At least one seed, ascending or in the order of a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seeds(Vec<u64>);

impl Seeds {
    /// Reads a count or a range.
    ///
    /// # Errors
    /// The problem, with a remedy.
    pub fn parse(text: &str) -> Result<Self, AxisReason> {
        if let Some(range) = Range::parse(text)? {
            let seeds: Option<Vec<u64>> = range.numbers().map(|seed| u64::try_from(seed).ok()).collect();
            return seeds.map(Self).ok_or_else(|| AxisReason::NegativeSeed { range: text.to_owned() });
        }
        match text.trim().parse() {
            Ok(count @ 1..=RANGE_MOST) => Ok(Self::from_count(count)),
            _ => Err(AxisReason::NoSeeds { text: text.to_owned(), most: RANGE_MOST }),
        }
    }

    /// Returns the seeds 0 to `count` - 1; seed 0 if `count` is 0.
    #[must_use]
    pub fn from_count(count: u64) -> Self {
        Self((0..count.max(1)).collect())
    }

    /// This seed alone.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self(vec![seed])
    }

    /// These seeds, in this order; none if there is none, or one of them twice.
    #[must_use]
    pub fn from_list(seeds: Vec<u64>) -> Option<Self> {
        let distinct: BTreeSet<u64> = seeds.iter().copied().collect();
        (!seeds.is_empty() && distinct.len() == seeds.len()).then_some(Self(seeds))
    }

    /// Returns the seeds in order.
    #[must_use]
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }
}

impl Default for Seeds {
    /// Seed 0 alone.
    fn default() -> Self {
        Self::from_seed(0)
    }
}
