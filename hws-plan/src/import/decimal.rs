//! Exact arithmetic on the decimal numbers of JSON.

use std::ops::Range;

/// Returns a non-negative JSON number times 10^`power`, rounded up; `None` for anything else, and if it does not fit in
/// 64 bits.
pub(super) fn rounded_up(text: &str, power: u32) -> Option<u64> {
    let number = Number::parse(text)?;
    let Some(digits) = number.digits() else { return Some(0) };
    if text.starts_with('-') {
        return None;
    }
    // The value is the digits × 10^shift.
    let shift =
        number.exponent.saturating_add(i128::from(power)).saturating_sub(number.fraction.len() as i128);
    if shift < 0 {
        return cut(&digits, usize::try_from(shift.unsigned_abs()).unwrap_or(usize::MAX));
    }
    integer(&digits)?.checked_mul(10_u64.checked_pow(u32::try_from(shift).ok()?)?)
}

/// Returns the digits without their last `places`, rounded up.
fn cut(digits: &str, places: usize) -> Option<u64> {
    let (kept, lost) = digits.split_at(digits.len().saturating_sub(places));
    let up = u64::from(lost.bytes().any(|digit| digit != b'0'));
    integer(kept)?.checked_add(up)
}

fn integer(digits: &str) -> Option<u64> {
    if digits.is_empty() { Some(0) } else { digits.parse().ok() }
}

/// The parts of a number.
struct Number<'a> {
    whole: &'a str,
    fraction: &'a str,
    /// Clamped to the range that can matter.
    exponent: i128,
}

impl<'a> Number<'a> {
    /// Parses a number by the grammar of JSON.
    fn parse(text: &'a str) -> Option<Self> {
        let text = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
        let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
        let is_whole = all_digits(whole) && (whole == "0" || !whole.starts_with('0'));
        if !is_whole || !fraction.is_none_or(all_digits) {
            return None;
        }
        let exponent = exponent.map_or(Some(0), read_exponent)?;
        Some(Self { whole, fraction: fraction.unwrap_or(""), exponent })
    }

    /// Returns all digits without leading zeros; `None` for zero.
    fn digits(&self) -> Option<String> {
        let all = format!("{}{}", self.whole, self.fraction);
        let digits = all.trim_start_matches('0');
        (!digits.is_empty()).then(|| digits.to_owned())
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the exponent, clamped: no file has 2^63 digits.
fn read_exponent(text: &str) -> Option<i128> {
    const LIMITS: Range<i128> = -(1 << 64)..1 << 64;
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let size = digits.parse().unwrap_or(LIMITS.end);
    all_digits(digits).then(|| (sign * size.min(LIMITS.end)).max(LIMITS.start))
}

#[cfg(test)]
mod tests {
    use super::rounded_up;
    use rstest::rstest;

    #[rstest]
    #[case("16.712", 3, Some(16712))]
    #[case("0.092", 3, Some(92))]
    #[case("0.0920001", 3, Some(93))]
    #[case("0.1", 3, Some(100))] // in binary a little more
    #[case("1.001", 3, Some(1001))] // in binary a little less
    #[case("4", 3, Some(4000))]
    #[case("1e-9", 3, Some(1))]
    #[case("1E+2", 3, Some(100_000))]
    #[case("12.5e-1", 0, Some(2))]
    #[case("120e-1", 0, Some(12))]
    #[case("0", 3, Some(0))]
    #[case("-0.0e7", 3, Some(0))]
    #[case("0e99999999999999999999999999999999999999999", 3, Some(0))]
    #[case("1e99999999999999999999999999999999999999999", 3, None)]
    #[case("1e-99999999999999999999999999999999999999999", 3, Some(1))]
    #[case("18446744073709551615", 0, Some(u64::MAX))]
    #[case("18446744073709551616", 0, None)]
    #[case("18446744073709551615.5", 0, None)]
    #[case("18446744073709551614.00000000000000000000000000000000000001", 0, Some(u64::MAX))]
    #[case("-1", 3, None)]
    #[case("01", 3, None)]
    #[case("1.", 3, None)]
    #[case(".5", 3, None)]
    #[case("1e", 3, None)]
    #[case("1e+-5", 3, None)]
    #[case("\"1\"", 3, None)]
    #[case("null", 3, None)]
    #[case("", 3, None)]
    fn exact(#[case] text: &str, #[case] power: u32, #[case] value: Option<u64>) {
        assert_eq!(rounded_up(text, power), value);
    }
}
