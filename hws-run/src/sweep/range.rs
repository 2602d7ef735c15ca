//! Equidistant numbers, `FIRST..LAST:STEP`.
//!
//! LAST is included if a step reaches it: `0..400:50` are nine numbers, `0..100:30` are 0, 30, 60 and 90. The
//! step is 1 by default, and negative to count down. Numbers are decimal integers of 64 bits, with or without a
//! sign.

use super::error::AxisReason;

/// Largest size of a range.
pub const RANGE_MOST: u64 = 1_000_000;

/// At least one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    first: i64,
    step: i64,
    count: u64,
}

impl Range {
    /// Reads a range; none if the text is something else.
    ///
    /// # Errors
    /// A malformed or empty range, or one with too many numbers.
    pub fn parse(text: &str) -> Result<Option<Self>, AxisReason> {
        let Some((first, rest)) = text.split_once("..") else { return Ok(None) };
        let (last, step) = match rest.split_once(':') {
            Some((last, step)) => (last, Some(step)),
            None => (rest, None),
        };
        let (Ok(first), Ok(last)) = (first.trim().parse(), last.trim().parse()) else {
            return match first.trim().parse::<i64>().is_ok() || last.trim().parse::<i64>().is_ok() {
                true => Err(AxisReason::NoRange { range: text.to_owned() }),
                false => Ok(None),
            };
        };
        let step = step.map_or(Ok(1), |step| step.trim().parse());
        let step = step.map_err(|_| AxisReason::NoRange { range: text.to_owned() })?;
        Self::new(first, last, step).map(Some)
    }

    fn new(first: i64, last: i64, step: i64) -> Result<Self, AxisReason> {
        let distance = i128::from(last) - i128::from(first);
        if step == 0 {
            return Err(AxisReason::NoStep);
        }
        if distance.signum() * i128::from(step.signum()) < 0 {
            return Err(AxisReason::WrongWay { first, last, step });
        }
        let count = (distance / i128::from(step)).unsigned_abs() + 1;
        match u64::try_from(count) {
            Ok(count) if count <= RANGE_MOST => Ok(Self { first, step, count }),
            _ => Err(AxisReason::LongRange { count, most: RANGE_MOST }),
        }
    }

    /// Returns the numbers in order.
    pub fn numbers(self) -> impl Iterator<Item = i64> {
        // They are between first and last, so that nothing wraps.
        (0..self.count).map(move |index| self.first.wrapping_add(self.step.wrapping_mul(index as i64)))
    }
}
