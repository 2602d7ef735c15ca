//! Days on which waivers expire.

use std::fmt;

use crate::diff::DiffError;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WaiverDate {
    year: u16,
    month: u8,
    day: u8,
}

impl WaiverDate {
    /// Parses `2027-01-31`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, DiffError> {
        let wrong = |reason: &str| DiffError::new(format!("`{text}` is not a date: {reason}"));
        let is_shaped = text.len() == 10 && text.bytes().enumerate().all(|(place, byte)| is_at(place, byte));
        if !is_shaped {
            return Err(wrong("expected `YYYY-MM-DD`"));
        }
        let number = |from: usize, to: usize| text[from..to].parse::<u16>().unwrap_or(0);
        let (year, month, day) = (number(0, 4), number(5, 7) as u8, number(8, 10) as u8);
        match day {
            1.. if day <= days(year, month) => Ok(Self { year, month, day }),
            _ => Err(wrong("there is no such day")),
        }
    }

    /// Returns the day that begins so many days after 1 January 1970.
    #[must_use]
    pub fn from_days(days_since_1970: u64) -> Self {
        let (mut rest, mut year, mut month) = (days_since_1970, 1970, 1);
        while rest >= days_of_year(year) {
            rest -= days_of_year(year);
            year += 1;
        }
        while rest >= days(year, month).into() {
            rest -= u64::from(days(year, month));
            month += 1;
        }
        Self { year, month, day: rest as u8 + 1 }
    }
}

/// Digits with hyphens at two places.
fn is_at(place: usize, byte: u8) -> bool {
    if matches!(place, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_year(year: u16) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

/// The days of a month; 0 if there is no such month.
fn days(year: u16, month: u8) -> u8 {
    match month {
        2 => 28 + u8::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

impl fmt::Display for WaiverDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2027-02-29")]
    #[case("2027-13-01")]
    #[case("2027-00-10")]
    #[case("2027-04-31")]
    #[case("2027-1-1")]
    #[case("27-01-01")]
    #[case("2027/01/01")]
    #[case("tomorrow")]
    #[case("２０２７-1-1")]
    fn what_is_not_a_day_is_refused(#[case] text: &str) {
        assert!(WaiverDate::parse(text).unwrap_err().to_string().contains("is not a date"), "{text}");
    }

    #[test]
    fn days_are_ordered_and_shown_as_they_were_written() {
        let date = |text: &str| WaiverDate::parse(text).unwrap();
        assert!(date("2026-12-31") < date("2027-01-01") && date("2028-02-29") < date("2028-03-01"));
        assert_eq!(date("2028-02-29").to_string(), "2028-02-29");
    }

    #[test]
    fn days_are_counted_from_1970() {
        let shown = |days| WaiverDate::from_days(days).to_string();
        // 1970 and 1971 have 365 days, 1972 has 366.
        assert_eq!(
            [0, 365, 730, 730 + 59, 1096].map(shown),
            ["1970-01-01", "1971-01-01", "1972-01-01", "1972-02-29", "1973-01-01"]
        );
    }
}
