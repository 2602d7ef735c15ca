//! Two values, one below the other, with the digits marked that differ.

use std::fmt;

use super::report::SignalDifference;
use crate::wave::Bits;

/// Values of up to so many bits are also shown in binary.
const NARROW: u32 = 32;

/// Three lines: A, B, and marks below the digits that differ.
pub(super) struct Marked<'a>(pub(super) &'a SignalDifference);

impl fmt::Display for Marked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let it = self.0;
        let line = |value: Bits| {
            let hex = format!("0x{}", digits(value, it.width, 4));
            if it.width > 1 && it.width <= NARROW {
                format!("{hex}  0b{}", digits(value, it.width, 1))
            } else {
                hex
            }
        };
        let marks = |bits: u64, size: u32| {
            digits(Bits { value: 0, unknown: bits }, it.width, size).replace('0', " ").replace('x', "^")
        };
        let mut below = format!("  {}", marks(it.bits, 4));
        if it.width > 1 && it.width <= NARROW {
            below = format!("{below}    {}", marks(it.bits, 1));
        }
        writeln!(f, "      A {}\n      B {}\n        {}", line(it.a), line(it.b), below.trim_end())
    }
}

/// The digits of `size` bits each, the highest first; `x` if a bit of a digit is unknown.
fn digits(value: Bits, width: u32, size: u32) -> String {
    let count = width.clamp(1, 64).div_ceil(size);
    let of = |bits: u64, digit: u32| bits >> (digit * size) & ((1 << size) - 1);
    let digit = |digit: u32| match of(value.unknown, digit) {
        0 => char::from_digit(of(value.value, digit) as u32, 16).unwrap_or('x'),
        _ => 'x',
    };
    (0..count).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_all_their_digits() {
        assert_eq!(digits(Bits::known(0x15), 8, 4), "15");
        assert_eq!(digits(Bits::known(5), 8, 1), "00000101");
        assert_eq!(digits(Bits { value: 0x10, unknown: 2 }, 9, 4), "01x");
        assert_eq!(digits(Bits::known(u64::MAX), 64, 4), "f".repeat(16));
    }
}
