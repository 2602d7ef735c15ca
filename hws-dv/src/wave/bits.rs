//! The value of a signal of up to 64 bits, with unknown bits.

use std::fmt;

/// A value; bits that are x, z or any other state but 0 and 1 are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Bits {
    /// The known bits; 0 where unknown.
    pub value: u64,
    /// The unknown bits.
    pub unknown: u64,
}

impl Bits {
    /// The widest signal that can be compared.
    pub const MAX_WIDTH: u32 = u64::BITS;

    /// Creates a known value.
    #[must_use]
    pub const fn known(value: u64) -> Self {
        Self { value, unknown: 0 }
    }

    /// Returns a value with all bits unknown.
    #[must_use]
    pub const fn all_unknown(width: u32) -> Self {
        Self { value: 0, unknown: ones(width) }
    }

    /// Returns the value; `None` if any bit is unknown.
    #[must_use]
    pub const fn get(self) -> Option<u64> {
        if self.unknown == 0 { Some(self.value) } else { None }
    }

    /// Parses digits, the most significant first; a short vector is extended by the rule of IEEE 1364: 0 and 1 by 0,
    /// x and z by themselves. Only the lowest 64 digits count. `None` if a character is not a digit.
    #[must_use]
    pub fn from_digits(digits: &[u8], width: u32) -> Option<Self> {
        if let Some(value) = binary(digits) {
            return Some(Self { value: value & ones(width), unknown: 0 });
        }
        let mut bits = Self::default();
        for &digit in digits {
            let (value, unknown) = digit_of(digit)?;
            bits.value = bits.value << 1 | value;
            bits.unknown = bits.unknown << 1 | unknown;
        }
        let given = digits.len() as u32;
        if bits.starts_unknown(digits) && given < width {
            bits.unknown |= ones(width) & !ones(given);
        }
        Some(Self { value: bits.value & ones(width), unknown: bits.unknown & ones(width) })
    }

    fn starts_unknown(self, digits: &[u8]) -> bool {
        digits.first().is_none_or(|first| !matches!(first, b'0' | b'1'))
    }

    /// Returns the lowest `width` bits.
    #[must_use]
    pub const fn lowest(self, width: u32) -> Self {
        Self { value: self.value & ones(width), unknown: self.unknown & ones(width) }
    }

    /// Returns these bits with bit `index` replaced by bit 0 of `bit`.
    #[must_use]
    pub const fn with_bit(self, index: u32, bit: Self) -> Self {
        let at = 1_u64 << (index % 64);
        let value = self.value & !at | if bit.value & 1 == 1 { at } else { 0 };
        let unknown = self.unknown & !at | if bit.unknown & 1 == 1 { at } else { 0 };
        Self { value, unknown }
    }
}

/// The value of digits that are all 0 or 1, eight at a time: nearly all of a dump.
#[inline]
fn binary(digits: &[u8]) -> Option<u64> {
    const DIGITS: u64 = 0x3030_3030_3030_3030;
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    // Moves the lowest bit of byte i, the first digit in byte 0, to bit 63 - i.
    const GATHER: u64 = 0x8040_2010_0804_0201;
    if digits.is_empty() {
        return None;
    }
    let (blocks, rest) = digits.as_chunks::<8>();
    let mut value = 0_u64;
    for block in blocks {
        let block = u64::from_le_bytes(*block);
        if block & !LOWEST != DIGITS {
            return None;
        }
        value = value << 8 | (block & LOWEST).wrapping_mul(GATHER) >> 56;
    }
    rest.iter().try_fold(value, |value, digit| match digit {
        b'0' | b'1' => Some(value << 1 | u64::from(digit - b'0')),
        _ => None,
    })
}

/// The value and the unknown bit of a digit: the nine states of VHDL are accepted, too.
const fn digit_of(digit: u8) -> Option<(u64, u64)> {
    match digit {
        b'0' | b'L' | b'l' => Some((0, 0)),
        b'1' | b'H' | b'h' => Some((1, 0)),
        b'x' | b'X' | b'z' | b'Z' | b'u' | b'U' | b'w' | b'W' | b'-' => Some((0, 1)),
        _ => None,
    }
}

/// A word with the lowest `width` bits set.
const fn ones(width: u32) -> u64 {
    if width >= u64::BITS { u64::MAX } else { (1 << width) - 1 }
}

/// Hexadecimal, with `x` for a digit that is not completely known.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unknown == 0 {
            return write!(f, "{:#x}", self.value);
        }
        let digits = (64 - (self.value | self.unknown).leading_zeros()).div_ceil(4).max(1);
        f.write_str("0x")?;
        (0..digits).rev().try_for_each(|digit| {
            let (value, unknown) = (self.value >> (4 * digit) & 0xF, self.unknown >> (4 * digit) & 0xF);
            if unknown == 0 { write!(f, "{value:x}") } else { f.write_str("x") }
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("0", 8, 0, 0)]
    #[case("1", 8, 1, 0)]
    #[case("101", 8, 5, 0)]
    #[case("x", 8, 0, 0xFF)]
    #[case("Z", 4, 0, 0xF)]
    #[case("x1", 4, 1, 0xE)]
    #[case("1x", 4, 2, 1)]
    #[case("0x", 4, 0, 1)]
    #[case("11111", 4, 15, 0)]
    #[case("", 2, 0, 3)]
    fn a_short_vector_is_extended(
        #[case] digits: &str,
        #[case] width: u32,
        #[case] value: u64,
        #[case] unknown: u64,
    ) {
        assert_eq!(Bits::from_digits(digits.as_bytes(), width), Some(Bits { value, unknown }));
    }

    #[test]
    fn eight_digits_at_a_time_have_the_value_of_the_digits() {
        for value in [0, 1, 0x80, 0xA5, 0x8000_0001, 0xDEAD_BEEF_0123_4567, u64::MAX] {
            for width in [8, 9, 31, 32, 64] {
                let value = value & ones(width);
                let digits = format!("{value:0width$b}", width = width as usize);
                assert_eq!(Bits::from_digits(digits.as_bytes(), width), Some(Bits::known(value)), "{digits}");
            }
        }
        assert_eq!(Bits::from_digits(b"0000000010000002", 16), None);
        assert_eq!(Bits::from_digits(b"00000000x0000001", 16), Some(Bits { value: 1, unknown: 0x80 }));
    }

    #[test]
    fn a_wide_vector_keeps_its_lowest_64_bits() {
        let digits = [vec![b'1'; 70], vec![b'0'; 3]].concat();
        assert_eq!(Bits::from_digits(&digits, 73), Some(Bits::known(u64::MAX << 3)));
    }

    #[test]
    fn a_character_that_is_not_a_digit_is_refused() {
        assert_eq!(Bits::from_digits(b"012", 3), None);
    }

    #[test]
    fn unknown_digits_are_shown() {
        assert_eq!(Bits { value: 0x12, unknown: 0 }.to_string(), "0x12");
        assert_eq!(Bits { value: 0x10, unknown: 0x101 }.to_string(), "0xx1x");
        assert_eq!(Bits::all_unknown(1).to_string(), "0xx");
    }

    #[test]
    fn a_bit_is_replaced() {
        let bits = Bits::known(0b1010).with_bit(0, Bits::known(1)).with_bit(3, Bits::known(0));
        assert_eq!(bits, Bits::known(0b0011));
        assert_eq!(bits.with_bit(1, Bits::all_unknown(1)), Bits { value: 1, unknown: 2 });
    }
}
