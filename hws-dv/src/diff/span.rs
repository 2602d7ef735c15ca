//! Windows of time with a unit, `@10ns..@2.5us`, in the time stamps of a dump.

use super::options::{DiffOptions, Skip};
use super::{DiffError, Waiver};
use crate::wave::{Timing, WaveTimeUnit};

/// Parses `10ns` or `2.5 us` into attoseconds; `None` if it is not a time with a unit.
pub(super) fn attoseconds(text: &str) -> Option<u128> {
    let digits = text.find(|it: char| !(it.is_ascii_digit() || it == '.' || it == '_'))?;
    let unit = WaveTimeUnit::parse(&text[digits..])?.attoseconds();
    let number = text[..digits].replace('_', "");
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    let places = u32::try_from(fraction.len()).ok().filter(|places| *places <= 18)?;
    let value: u128 = format!("{whole}{fraction}").parse().ok()?;
    Some(value.checked_mul(unit)? / 10_u128.pow(places))
}

impl DiffOptions {
    /// The options with all windows in time stamps of A.
    pub(super) fn in_stamps(&self, timing: Timing) -> Result<Self, DiffError> {
        let mut options = self.clone();
        let waived = options.waivers.iter_mut().filter_map(|Waiver { when, .. }| Some(&mut when.as_mut()?.1));
        for skip in options.skips.iter_mut().chain(waived) {
            if let Skip::Span(from, to) = *skip {
                *skip = in_stamps((from, to), timing)?;
            }
        }
        Ok(options)
    }
}

/// The stamps in a window, both ends included.
fn in_stamps((from, to): (u128, u128), timing: Timing) -> Result<Skip, DiffError> {
    let Some(unit) = timing.unit.map(WaveTimeUnit::attoseconds) else {
        let reason =
            "a window with a unit of time: A does not state its time scale; give time stamps without a unit";
        return Err(DiffError::new(reason));
    };
    let clamped = |stamp: u128| u64::try_from(stamp).unwrap_or(u64::MAX);
    Ok(Skip::Times(clamped(from.div_ceil(unit)), clamped(to / unit)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wave::Steps;

    #[test]
    fn a_time_with_a_unit_has_a_length() {
        assert_eq!(attoseconds("10ns"), Some(10_000_000_000));
        assert_eq!(attoseconds("2.5 us"), Some(2_500_000_000_000));
        for text in ["10", "ns", "1.2.3ns", "10 parsec", ""] {
            assert_eq!(attoseconds(text), None, "{text}");
        }
    }

    #[test]
    fn a_window_keeps_the_stamps_that_are_inside() {
        let timing = Timing { unit: WaveTimeUnit::parse("10ps"), steps: Steps::Edges };
        let window = (attoseconds("1.005ns").unwrap(), attoseconds("2.009ns").unwrap());
        assert_eq!(in_stamps(window, timing), Ok(Skip::Times(101, 200)));
        assert!(in_stamps(window, Timing::default()).unwrap_err().to_string().contains("time scale"));
    }
}
