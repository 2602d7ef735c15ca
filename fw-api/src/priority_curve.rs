//! Curves for the scale-ratio table, in integer arithmetic only.

use core::num::NonZeroU32;

use hws_regs::params::N_RANK;

use crate::{Expected, InvalidArgument, PriorityTable};

/// A shape of the priority table.
///
/// ```
/// use fw_api::{PriorityCurve, regs::params::N_RANK};
/// let table = PriorityCurve::Linear { first: 100, last: 100 * N_RANK as u32 }.table().unwrap();
/// assert_eq!(table[..3], [100, 200, 300]); // the reset values
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PriorityCurve<'a> {
    /// A straight line, rounded down.
    Linear {
        /// The ratio of rank 0.
        first: u32,
        /// The ratio of the last rank.
        last: u32,
    },
    /// Each ratio is the previous one times `numerator / denominator`, rounded to the nearest integer
    /// and saturated to 32 bits.
    Geometric {
        /// The ratio of rank 0.
        first: u32,
        /// Numerator of the factor.
        numerator: u32,
        /// Denominator of the factor.
        denominator: NonZeroU32,
    },
    /// At least one pair of rank and ratio, in strictly ascending order of rank. The ratio is
    /// interpolated linearly between the pairs, and constant before the first and after the last.
    Points(&'a [(u8, u32)]),
}

impl PriorityCurve<'_> {
    /// Returns the table of this shape.
    ///
    /// # Errors
    /// If there are no points, or they are not ascending, or one is past the last rank.
    pub fn table(&self) -> Result<PriorityTable, InvalidArgument> {
        Ok(match *self {
            Self::Linear { first, last } => {
                let end = N_RANK.saturating_sub(1) as u32;
                by_rank(|rank| between((0, first), (end, last), rank))
            }
            Self::Geometric { first, numerator, denominator } => geometric(first, numerator, denominator),
            Self::Points(points) => {
                check(points)?;
                by_rank(|rank| interpolate(points, rank))
            }
        })
    }
}

fn by_rank(ratio: impl Fn(u32) -> u32) -> PriorityTable {
    core::array::from_fn(|rank| ratio(rank as u32))
}

/// Evaluates the line through two points at `rank`, rounded down; the first point's ratio if both have
/// the same rank.
fn between(from: (u32, u32), to: (u32, u32), rank: u32) -> u32 {
    let (run, along) =
        (i64::from(to.0).wrapping_sub(from.0.into()), i64::from(rank).wrapping_sub(from.0.into()));
    let rise = i64::from(to.1).wrapping_sub(from.1.into());
    // 33 bits times 6 bits at most, so nothing wraps.
    let gained = rise.wrapping_mul(along).checked_div_euclid(run).unwrap_or(0);
    i64::from(from.1).wrapping_add(gained) as u32
}

fn geometric(first: u32, numerator: u32, denominator: NonZeroU32) -> PriorityTable {
    let mut next = first;
    core::array::from_fn(|_| {
        let ratio = next;
        // 32 bits times 32 bits, plus at most 31 bits, fits in 64.
        let scaled =
            u64::from(ratio).wrapping_mul(numerator.into()).wrapping_add(u64::from(denominator.get() / 2));
        next = u32::try_from(scaled / core::num::NonZeroU64::from(denominator)).unwrap_or(u32::MAX);
        ratio
    })
}

fn interpolate(points: &[(u8, u32)], rank: u32) -> u32 {
    let points = || points.iter().map(|&(rank, ratio)| (u32::from(rank), ratio));
    let before = points().rfind(|point| point.0 <= rank);
    let after = points().find(|point| point.0 >= rank);
    match (before, after) {
        (Some(from), Some(to)) => between(from, to, rank),
        (Some(only), None) | (None, Some(only)) => only.1,
        (None, None) => 0, // only without points, which `check` refuses
    }
}

fn check(points: &[(u8, u32)]) -> Result<(), InvalidArgument> {
    let mut least = 0;
    for &(rank, _) in points {
        crate::argument::index_below::<N_RANK>("rank", rank)?;
        if u16::from(rank) < least {
            return Err(not_ascending(rank.into()));
        }
        least = u16::from(rank).saturating_add(1);
    }
    if points.is_empty() { Err(not_ascending(0)) } else { Ok(()) }
}

const fn not_ascending(value: i64) -> InvalidArgument {
    InvalidArgument { argument: "points", value, expected: Expected::Ascending }
}
