//! What the time stamps of a dump are: their unit, and what happens at each of them.

use std::fmt;

/// The length of one time stamp: a factor times a power of ten of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaveTimeUnit {
    factor: u32,
    /// From -18 (attoseconds) to 0.
    exponent: i8,
}

/// The units that have a name.
const NAMES: [(&str, i8); 7] =
    [("s", 0), ("ms", -3), ("us", -6), ("ns", -9), ("ps", -12), ("fs", -15), ("as", -18)];

impl WaveTimeUnit {
    /// Creates a unit of `factor` × 10^`exponent` seconds; `None` if it is 0 or not between 1 as and 10^9 s.
    #[must_use]
    pub fn new(factor: u32, exponent: i8) -> Option<Self> {
        ((-18..=9).contains(&exponent) && factor > 0).then_some(Self { factor, exponent })
    }

    /// Parses `1ns`, `10 ps` or `us`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
        let factor = if digits == 0 { 1 } else { text[..digits].parse().ok()? };
        let name = text[digits..].trim();
        let (_, exponent) = NAMES.into_iter().find(|(known, _)| *known == name)?;
        Self::new(factor, exponent)
    }

    /// Returns the length in attoseconds.
    #[must_use]
    pub fn attoseconds(self) -> u128 {
        // At most 2^32 · 10^27: far below 2^128.
        u128::from(self.factor) * 10_u128.pow((i32::from(self.exponent) + 18).unsigned_abs())
    }

    /// Returns a time stamp with its unit: 7 in units of 10 ns is `70 ns`.
    #[must_use]
    pub fn shown(self, time: u64) -> String {
        // The next smaller unit that has a name.
        let (name, below) =
            NAMES.into_iter().find(|(_, named)| *named <= self.exponent).unwrap_or(("as", -18));
        let zeros = 10_u128.pow((self.exponent - below).unsigned_abs().into());
        format!("{} {name}", u128::from(time) * u128::from(self.factor) * zeros)
    }
}

impl fmt::Display for WaveTimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown(1))
    }
}

/// When the values of a dump can be sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// At the edges of a clock among its signals.
    #[default]
    Edges,
    /// At every time stamp: the rows of a table.
    Rows {
        /// The variable that numbers the rows; without it they count from 0.
        cycle: Option<usize>,
    },
    /// Once: the contents of a memory.
    Snapshot,
}

/// The unit of time and the steps of a dump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The length of one time stamp, if the dump states it.
    pub unit: Option<WaveTimeUnit>,
    /// When its values can be sampled.
    pub steps: Steps,
}

impl Timing {
    /// Returns a time stamp with its unit, if that is known.
    #[must_use]
    pub fn shown(&self, time: u64) -> String {
        self.unit.map_or_else(|| time.to_string(), |unit| unit.shown(time))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("1ps", 7, "7 ps", 1_000_000)]
    #[case("10 ns", 7, "70 ns", 10_000_000_000)]
    #[case("us", 3, "3 us", 1_000_000_000_000)]
    #[case("100 s", 2, "200 s", 100_000_000_000_000_000_000)]
    fn a_unit_has_a_length_and_a_name(
        #[case] text: &str,
        #[case] time: u64,
        #[case] shown: &str,
        #[case] attoseconds: u128,
    ) {
        let unit = WaveTimeUnit::parse(text).unwrap();
        assert_eq!((unit.shown(time), unit.attoseconds()), (shown.to_owned(), attoseconds));
    }

    #[test]
    fn powers_without_a_name_are_written_in_the_next_smaller_unit() {
        assert_eq!(WaveTimeUnit::new(1, -8).unwrap().shown(3), "30 ns");
        assert_eq!(WaveTimeUnit::new(1, 2).unwrap().to_string(), "100 s");
    }

    #[test]
    fn anything_else_is_not_a_unit() {
        for text in ["", "1", "0ns", "1 xs", "ns1", "99999999999ns"] {
            assert_eq!(WaveTimeUnit::parse(text), None, "{text}");
        }
        assert_eq!((WaveTimeUnit::new(1, -21), WaveTimeUnit::new(1, 12)), (None, None));
    }
}
