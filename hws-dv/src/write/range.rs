//! The range of `--every-tick`.

use std::str::FromStr;

use thiserror::Error;

/// Ticks from `first` to `last`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TickRange {
    first: u64,
    last: u64,
}

impl TickRange {
    pub(super) const fn contains(self, cycle: u64) -> bool {
        self.first <= cycle && cycle <= self.last
    }

    /// The ticks that may pass at once before the next one that is written.
    pub(super) const fn longest_step(self, now: u64) -> u64 {
        match now {
            _ if now < self.first => self.first - now,
            _ if now <= self.last => 1,
            _ => u64::MAX,
        }
    }
}

/// Why a text is not a range of ticks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TickRangeError {
    /// It has no `..`.
    #[error("give A..B, two cycles")]
    NotARange,
    /// One of its ends is not a number of 64 bits.
    #[error("`{text}` is not a cycle; give A..B")]
    NotACycle {
        /// The end.
        text: String,
    },
    /// Its end comes before its beginning.
    #[error("the range is empty: {first} is after {last}")]
    Empty {
        /// The first cycle.
        first: u64,
        /// The last cycle.
        last: u64,
    },
}

impl FromStr for TickRange {
    type Err = TickRangeError;

    fn from_str(text: &str) -> Result<Self, TickRangeError> {
        let (first, last) = text.split_once("..").ok_or(TickRangeError::NotARange)?;
        let number = |text: &str| {
            let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            let number = digits.and_then(|text| text.parse().ok());
            number.ok_or_else(|| TickRangeError::NotACycle { text: text.to_owned() })
        };
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(TickRangeError::Empty { first, last });
        }
        Ok(Self { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_includes_both_ends() {
        let range: TickRange = "3..5".parse().unwrap();
        let contained: Vec<_> = (0..9).filter(|&cycle| range.contains(cycle)).collect();
        assert_eq!(contained, [3, 4, 5]);
        assert_eq!([0, 2, 3, 5, 6].map(|now| range.longest_step(now)), [3, 1, 1, 1, u64::MAX]);
    }

    #[test]
    fn what_is_not_a_range_is_refused() {
        let refused = ["3", "5..3", "..", "1..", "-1..2", "1..+2", "1..2..3", "0..18446744073709551616"];
        for text in refused {
            assert!(text.parse::<TickRange>().is_err(), "{text}");
        }
        let reason = |text: &str| text.parse::<TickRange>().unwrap_err().to_string();
        assert_eq!(reason("5..3"), "the range is empty: 5 is after 3");
        assert_eq!(reason("1..+2"), "`+2` is not a cycle; give A..B");
        assert_eq!(reason("3"), "give A..B, two cycles");
    }
}
