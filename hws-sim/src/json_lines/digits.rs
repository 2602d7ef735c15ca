//! Decimal digits, several at a time and without a branch for each of them.
//!
//! Every function returns more bytes than the number has digits, and how many of them are digits: the caller copies all of
//! them, whose number is a constant, and then goes on behind the digits.

/// 10^8: a word of 64 bits holds eight digits.
const EIGHT_DIGITS: u64 = 100_000_000;

/// The digits of every number of 8 bits, the first one in the lowest byte, and in the highest byte how many there are.
const SMALL: [u32; 256] = {
    let mut table = [0; 256];
    let mut number = 0;
    while number < table.len() {
        let (hundreds, tens, ones) = ((number / 100) as u8, (number / 10 % 10) as u8, (number % 10) as u8);
        table[number] = u32::from_le_bytes(match number {
            0..10 => [b'0' + ones, 0, 0, 1],
            10..100 => [b'0' + tens, b'0' + ones, 0, 2],
            _ => [b'0' + hundreds, b'0' + tens, b'0' + ones, 3],
        });
        number += 1;
    }
    table
};

/// The digits of a number, with the number of bytes that are digits.
#[derive(Clone, Copy, Debug)]
pub(super) enum Digits {
    /// Of 8 bits.
    Small([u8; 4], usize),
    /// Of at most eight digits.
    Word([u8; 8], usize),
    /// Of a few more: they come first, then the last eight.
    Two([u8; 4], usize, [u8; 8]),
    /// Any number.
    Any([u8; Self::MOST], usize),
}

impl Digits {
    /// 2^64 - 1 has 20 digits.
    pub(super) const MOST: usize = 20;

    /// Where the type of the caller's value is smaller than 64 bits, the cases that are left are few.
    #[inline(always)]
    pub(super) fn of(value: u64) -> Self {
        if let Some(&text) = SMALL.get(value as usize) {
            return Self::Small(text.to_le_bytes(), (text >> 24) as usize);
        }
        if value < EIGHT_DIGITS {
            let (text, length) = up_to_eight(value);
            return Self::Word(text, length);
        }
        match SMALL.get((value / EIGHT_DIGITS) as usize) {
            Some(&text) => Self::Two(text.to_le_bytes(), (text >> 24) as usize, eight(value % EIGHT_DIGITS)),
            None => {
                let (text, length) = any(value);
                Self::Any(text, length)
            }
        }
    }
}

/// The digits of any number.
pub(super) fn any(value: u64) -> ([u8; Digits::MOST], usize) {
    let (first, rest) = (value / EIGHT_DIGITS.pow(2), value % EIGHT_DIGITS.pow(2));
    let mut all = [b'0'; Digits::MOST];
    all[..4].copy_from_slice(&eight(first)[4..]);
    all[4..12].copy_from_slice(&eight(rest / EIGHT_DIGITS));
    all[12..].copy_from_slice(&eight(rest % EIGHT_DIGITS));
    let zeros = all[..Digits::MOST - 1].iter().take_while(|&&digit| digit == b'0').count();
    all.rotate_left(zeros);
    (all, Digits::MOST - zeros)
}

/// The digits of a number below 10^8, without leading zeros.
#[inline(always)]
fn up_to_eight(value: u64) -> ([u8; 8], usize) {
    let digits = digits_of_eight(value);
    // The last digit stays, even if it is 0.
    let zeros = (digits | 1 << 56).trailing_zeros() / 8;
    (((digits | ZEROS) >> (8 * zeros)).to_le_bytes(), 8 - zeros as usize)
}

/// The eight digits of a number below 10^8.
#[inline(always)]
fn eight(value: u64) -> [u8; 8] {
    (digits_of_eight(value) | ZEROS).to_le_bytes()
}

/// Eight zeros as text.
const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// The digits of a number below 10^8 as values, the first one in the lowest byte: halves, pairs, and single digits, all of a
/// step in one multiplication.
#[inline(always)]
const fn digits_of_eight(value: u64) -> u64 {
    let halves = value / 10_000 | value % 10_000 << 32;
    // A hundredth, as 10486 / 2^20, is exact below 10,000.
    let hundreds = (halves * 10_486 >> 20) & 0x7F_0000_007F;
    let pairs = hundreds | (halves - 100 * hundreds) << 16;
    // A tenth, as 103 / 2^10, is exact below 100.
    let tens = (pairs * 103 >> 10) & 0x000F_000F_000F_000F;
    tens | (pairs - 10 * tens) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: u64) -> String {
        let text = match Digits::of(value) {
            Digits::Small(text, length) => text[..length].to_vec(),
            Digits::Word(text, length) => text[..length].to_vec(),
            Digits::Two(text, length, last) => [&text[..length], &last].concat(),
            Digits::Any(text, length) => text[..length].to_vec(),
        };
        String::from_utf8(text).unwrap()
    }

    fn check(value: u64) {
        let (every, length) = any(value);
        assert_eq!(std::str::from_utf8(&every[..length]).unwrap(), value.to_string());
        assert_eq!(text(value), value.to_string());
    }

    #[test]
    fn every_length_is_written_as_the_standard_library_does() {
        let powers = (0..20).map(|power| 10_u64.pow(power));
        for value in powers.flat_map(|power| [power - 1, power, power + 1, 2 * (power / 2) + 7]) {
            check(value);
        }
        for shift in 0..64 {
            check(1 << shift);
            check(u64::MAX >> shift);
        }
    }

    #[test]
    fn every_half_of_a_word_is_written_with_its_zeros() {
        for half in 0..10_000 {
            check(half);
            check(half * 10_000 + 1);
            check(10_000_000_000 + half * 10_000 + (9_999 - half));
        }
    }
}
