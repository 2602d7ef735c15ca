//! Small choices made from bytes, biased towards interesting numbers.

use arbitrary::{Arbitrary, Result, Unstructured};

/// True `times` in 16.
pub(crate) fn in_16(u: &mut Unstructured<'_>, times: u8) -> Result<bool> {
    u.ratio(times, 16)
}

/// A number below `bound`.
pub(crate) fn below(u: &mut Unstructured<'_>, bound: u32) -> Result<u32> {
    u.int_in_range(0..=bound.saturating_sub(1))
}

/// A number up to `max`: small, at the top, or any.
pub(crate) fn number(u: &mut Unstructured<'_>, max: u32) -> Result<u32> {
    Ok(match below(u, 8)? {
        0 => 0,
        1 => max,
        2 | 3 => u32::arbitrary(u)? & max,
        4..=6 => u32::from(u8::arbitrary(u)?).min(max),
        _ => 1.min(max),
    })
}

/// A set of SIPs: mostly all of them, otherwise a half, a cluster or any set.
pub(crate) fn sips(u: &mut Unstructured<'_>) -> Result<u32> {
    Ok(match below(u, 16)? {
        0 => u32::arbitrary(u)?,
        1 => u32::from(u16::MAX),
        2 => !u32::from(u16::MAX),
        3 => u32::from(u8::MAX) << (below(u, 4)? * u8::BITS),
        _ => u32::MAX,
    })
}

/// Few SIPs: one run of 1 to 4.
pub(crate) fn few_sips(u: &mut Unstructured<'_>) -> Result<u32> {
    let (first, count) = (below(u, u32::BITS)?, below(u, 4)?);
    Ok(((2 << count) - 1) << first)
}

/// A usage mask: all, a half, or any.
pub(crate) fn usage(u: &mut Unstructured<'_>) -> Result<u32> {
    if in_16(u, 6)? {
        Ok(u32::MAX)
    } else if in_16(u, 8)? {
        u32::arbitrary(u)
    } else {
        sips(u)
    }
}
