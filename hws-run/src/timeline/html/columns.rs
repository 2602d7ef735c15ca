//! A column of numbers as text: LEB128 numbers, in base64.
//!
//! Numbers below 2^53 are exact in the page; the encoded numbers are below that if the values are below
//! [`LIMIT`].

use std::fmt::{self, Formatter};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Serialize, Serializer};

/// Bytes that become text at once: whole groups of three.
const PIECE: usize = 3 << 10;

/// Values must be below this: differences with their sign, and one more for "none", are then below 2^53.
pub(super) const LIMIT: u64 = hws_page::EXACT_BELOW / 2;

/// A column, made while it is written: a long one is never in memory as text.
pub(super) struct Column<F>(F);

/// A column of these values.
pub(super) const fn plain<I: IntoIterator<Item = u64>, F: Fn() -> I>(values: F) -> Column<F> {
    Column(values)
}

/// A column of each value as its signed difference to the one before.
pub(super) const fn deltas<I: IntoIterator<Item = u64>>(
    values: impl Fn() -> I,
) -> Column<impl Fn() -> Deltas<I::IntoIter>> {
    Column(move || Deltas { values: values().into_iter(), last: 0 })
}

/// A column of each value as its signed difference to the last present one, plus one; none is 0.
pub(super) const fn optional<I: IntoIterator<Item = Option<u64>>>(
    values: impl Fn() -> I,
) -> Column<impl Fn() -> OptionalDeltas<I::IntoIter>> {
    Column(move || OptionalDeltas { values: values().into_iter(), last: 0 })
}

/// The differences of values.
pub(super) struct Deltas<I> {
    values: I,
    last: u64,
}

impl<I: Iterator<Item = u64>> Iterator for Deltas<I> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let value = self.values.next()?;
        Some(signed(value, std::mem::replace(&mut self.last, value)))
    }
}

/// The differences of values, some of which are missing.
pub(super) struct OptionalDeltas<I> {
    values: I,
    last: u64,
}

impl<I: Iterator<Item = Option<u64>>> Iterator for OptionalDeltas<I> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        Some(match self.values.next()? {
            Some(value) => 1 + signed(value, std::mem::replace(&mut self.last, value)),
            None => 0,
        })
    }
}

impl<I: IntoIterator<Item = u64>, F: Fn() -> I> fmt::Display for Column<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::new();
        for value in (self.0)() {
            push(&mut bytes, value);
            if bytes.len() >= PIECE {
                write_text(&bytes[..PIECE], f)?;
                bytes.drain(..PIECE);
            }
        }
        write_text(&bytes, f)
    }
}

impl<I: IntoIterator<Item = u64>, F: Fn() -> I> Serialize for Column<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes at most a piece.
fn write_text(bytes: &[u8], f: &mut Formatter<'_>) -> fmt::Result {
    let mut text = [0; PIECE / 3 * 4];
    let len = BASE64_STANDARD.encode_slice(bytes, &mut text).map_err(|_| fmt::Error)?;
    f.write_str(std::str::from_utf8(&text[..len]).map_err(|_| fmt::Error)?)
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
        assert_eq!(plain(|| [0, 127, 300]).to_string(), BASE64_STANDARD.encode([0, 0x7F, 0xAC, 0x02]));
        assert_eq!(plain(|| []).to_string(), "");
    }

    #[test]
    fn differences_keep_their_sign_in_the_lowest_bit() {
        assert_eq!(deltas(|| [3, 3, 1]).to_string(), plain(|| [6, 0, 3]).to_string());
        let most = [(1 << 53) - 2, (1 << 53) - 3];
        assert_eq!(deltas(|| [LIMIT - 1, 0]).to_string(), plain(|| most).to_string());
    }

    #[test]
    fn none_is_zero_and_leaves_the_last_value() {
        assert_eq!(optional(|| [Some(5), None, Some(4)]).to_string(), plain(|| [11, 0, 2]).to_string());
    }

    /// Each value takes two bytes, so that pieces end within them.
    #[test]
    fn a_long_column_is_one_text() {
        for count in [PIECE / 2 - 1, PIECE / 2, PIECE / 2 + 1, 5 * PIECE] {
            let text = plain(|| std::iter::repeat_n(200, count)).to_string();
            assert_eq!(BASE64_STANDARD.decode(text).unwrap(), [200, 1].repeat(count), "{count}");
        }
        let text = plain(|| (0..PIECE as u64).map(|number| number % 300)).to_string();
        assert_eq!(text.len() % 4, 0);
        assert!(!text.trim_end_matches('=').contains('='), "padding only at the end");
    }
}
