//! A column of numbers as text: LEB128 numbers, in base64.
//!
//! Numbers below 2^53 are exact in the page; the encoded numbers are below that if the values are below
//! [`LIMIT`].

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// Values must be below this: differences with their sign, and one more for "none", are then below 2^53.
pub(super) const LIMIT: u64 = hws_page::EXACT_BELOW / 2;

/// Encodes the values.
pub(super) fn plain(values: impl IntoIterator<Item = u64>) -> String {
    let mut bytes = Vec::new();
    values.into_iter().for_each(|value| push(&mut bytes, value));
    BASE64_STANDARD.encode(bytes)
}

/// Encodes each value as its signed difference to the one before.
pub(super) fn deltas(values: impl IntoIterator<Item = u64>) -> String {
    let mut last = 0;
    plain(values.into_iter().map(|value| signed(value, std::mem::replace(&mut last, value))))
}

/// Encodes each value as its signed difference to the last present one, plus one; none is 0.
pub(super) fn optional(values: impl IntoIterator<Item = Option<u64>>) -> String {
    let mut last = 0;
    plain(values.into_iter().map(|value| match value {
        Some(value) => 1 + signed(value, std::mem::replace(&mut last, value)),
        None => 0,
    }))
}

/// The difference, with its sign in the lowest bit.
fn signed(value: u64, last: u64) -> u64 {
    let difference = value.wrapping_sub(last).cast_signed();
    ((difference << 1) ^ (difference >> 63)).cast_unsigned()
}

/// LEB128: seven bits a byte, the lowest first; the highest bit means that more bytes follow.
fn push(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_seven_bits_a_byte() {
        // 300 = 2 × 128 + 44: 0xAC, 0x02.
        assert_eq!(plain([0, 127, 300]), BASE64_STANDARD.encode([0, 0x7F, 0xAC, 0x02]));
        assert_eq!(plain([]), "");
    }

    #[test]
    fn differences_keep_their_sign_in_the_lowest_bit() {
        assert_eq!(deltas([3, 3, 1]), plain([6, 0, 3]));
        assert_eq!(deltas([LIMIT - 1, 0]), plain([(1 << 53) - 2, (1 << 53) - 3]));
    }

    #[test]
    fn none_is_zero_and_leaves_the_last_value() {
        assert_eq!(optional([Some(5), None, Some(4)]), plain([11, 0, 2]));
    }
}
