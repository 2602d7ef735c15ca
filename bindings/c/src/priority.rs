//! The scale-ratio table, as a whole and by rank, and curves for it.

use core::num::NonZeroU32;

use fw_api::regs::params::N_RANK;
use fw_api::{PriorityCurve, PriorityTable};

use crate::boundary::{Answer, Buffer, call, from_c, list, run};
use crate::{hws_bus, hws_error, hws_status, number};

/// Number of ranks.
pub const HWS_N_RANK: usize = 32;
const _: () = assert!(HWS_N_RANK == N_RANK);

/// A point of a priority curve.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_rank_ratio {
    /// The rank, below HWS_N_RANK.
    pub rank: u32,
    /// Its ratio.
    pub ratio: u32,
}

/// Sets the ratio of one rank, below HWS_N_RANK; at rank 0, 100 % of the DAG remains.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setPriorityLookupTable(bus: *const hws_bus, rank: u32, ratio: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_priority_ratio(number::index("rank", rank, N_RANK)?, ratio)?)))
}

/// Sets the ratios of all HWS_N_RANK ranks in ascending order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_priority_table(bus: *const hws_bus, table: *const u32) -> hws_status {
    from_c!(call(bus, |hws| {
        let mut ratios = PriorityTable::default();
        let given = list(table, HWS_N_RANK, "table")?;
        ratios.iter_mut().zip(given).for_each(|(place, &ratio)| *place = ratio);
        Ok(hws.set_priority_table(&ratios)?)
    }))
}

/// Fills a table of HWS_N_RANK ratios with a straight line, rounded down.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_priority_curve_linear(
    first: u32,
    last: u32,
    table: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(run(error, || fill(table, || Ok(PriorityCurve::Linear { first, last }.table()?))))
}

/// Fills a table of HWS_N_RANK ratios: each is the previous one times `numerator / denominator`, rounded to the
/// nearest integer and saturated to 32 bits.
///
/// Errors: HWS_ARGUMENT for a denominator of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_priority_curve_geometric(
    first: u32,
    numerator: u32,
    denominator: u32,
    table: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    let checked = || {
        let refused = || hws_error::range("denominator", 0, 1, u32::MAX.into());
        let denominator = NonZeroU32::new(denominator).ok_or_else(refused)?;
        Ok(PriorityCurve::Geometric { first, numerator, denominator }.table()?)
    };
    from_c!(run(error, || fill(table, checked)))
}

/// Fills a table of HWS_N_RANK ratios from `count` points, at least one, in strictly ascending order of rank: linear
/// between the points, constant before the first and after the last.
///
/// Errors: HWS_ARGUMENT if there are no points, or they are not ascending, or one is past the last rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_priority_curve_points(
    points: *const hws_rank_ratio,
    count: usize,
    table: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(run(error, || fill(table, || by_points(list(points, count, "points")?))))
}

/// There are at most HWS_N_RANK strictly ascending ranks; among more points, the first ones are already wrong.
fn by_points(points: &[hws_rank_ratio]) -> Answer<PriorityTable> {
    let mut pairs = [(0, 0); HWS_N_RANK + 1];
    for (pair, point) in pairs.iter_mut().zip(points) {
        *pair = (number::index("rank", point.rank, N_RANK)?, point.ratio);
    }
    let used = pairs.get(..points.len()).unwrap_or(&pairs);
    Ok(PriorityCurve::Points(used).table()?)
}

/// # Safety
/// `table` is NULL, misaligned, or has HWS_N_RANK writable elements.
unsafe fn fill(table: *mut u32, ratios: impl FnOnce() -> Answer<PriorityTable>) -> Answer<()> {
    // SAFETY: guaranteed by the caller.
    let mut buffer = unsafe { Buffer::new(table, HWS_N_RANK, "table") }?;
    ratios()?.into_iter().for_each(|ratio| buffer.push(ratio));
    Ok(())
}
