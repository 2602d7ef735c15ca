//! The distribution of a set of times, in integers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds::narrow;

/// Count, sum, mean and percentiles of a set of numbers; all 0 if it is empty.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// Their number.
    pub count: u64,
    /// Their sum.
    pub sum: u64,
    /// Their mean, rounded down.
    pub mean: u64,
    /// The median by nearest rank: the smallest that half of them do not exceed.
    pub p50: u64,
    /// The 95th percentile by nearest rank: the smallest that 95 of 100 do not exceed.
    pub p95: u64,
    /// The largest.
    pub max: u64,
}

impl Spread {
    /// Computes the spread of these numbers, in any order.
    pub fn from_values(values: impl IntoIterator<Item = u64>) -> Self {
        let mut values: Vec<u64> = values.into_iter().collect();
        values.sort_unstable();
        let sum: u128 = values.iter().map(|&value| u128::from(value)).sum();
        Self {
            count: values.len() as u64,
            sum: narrow(sum),
            mean: narrow(sum.checked_div(values.len() as u128).unwrap_or(0)),
            p50: nearest_rank(&values, 50),
            p95: nearest_rank(&values, 95),
            max: values.last().copied().unwrap_or(0),
        }
    }
}

/// The value at rank ceil(percent × n / 100), counted from 1.
fn nearest_rank(sorted: &[u64], percent: usize) -> u64 {
    let rank = (percent * sorted.len()).div_ceil(100);
    rank.checked_sub(1).and_then(|index| sorted.get(index)).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occur() {
        let twenty = Spread::from_values((1..=20).rev());
        // Ranks ceil(10) and ceil(19).
        assert_eq!(twenty, Spread { count: 20, sum: 210, mean: 10, p50: 10, p95: 19, max: 20 });
        // Ranks ceil(1.5) and ceil(2.85).
        assert_eq!(
            Spread::from_values([7, 1, 3]),
            Spread { count: 3, sum: 11, mean: 3, p50: 3, p95: 7, max: 7 }
        );
        assert_eq!(Spread::from_values([5]), Spread { count: 1, sum: 5, mean: 5, p50: 5, p95: 5, max: 5 });
        assert_eq!(Spread::from_values([]), Spread::default());
    }

    #[test]
    fn sums_saturate_at_64_bits() {
        let huge = Spread::from_values([u64::MAX, u64::MAX]);
        assert_eq!((huge.sum, huge.mean), (u64::MAX, u64::MAX));
    }
}
