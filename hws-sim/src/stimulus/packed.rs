//! Eight bytes of text in one word, the first one in the lowest byte: they are looked at together.

/// The bytes of a word.
pub(super) const BYTES: usize = 8;

/// One in every byte.
const ONES: u64 = u64::from_le_bytes([1; BYTES]);
/// The highest bit of every byte.
const HIGHEST: u64 = ONES << 7;

/// The first eight of at least as many bytes.
#[inline(always)]
pub(super) fn word(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

/// The number of bytes before the first one with this value; all eight if none has it.
#[inline(always)]
pub(super) const fn length_before(word: u64, value: u8) -> usize {
    let differences = word ^ (ONES * value as u64);
    // The highest bit of the first byte that is 0; only bytes behind it may be wrong.
    (differences.wrapping_sub(ONES) & !differences & HIGHEST).trailing_zeros() as usize / 8
}

/// The first `length` bytes of a word, fewer than all of them, and the one behind; then zeros.
#[inline(always)]
pub(super) const fn through(word: u64, length: usize) -> u64 {
    word & u64::MAX >> (8 * (BYTES - 1 - length % BYTES))
}

/// The number that the digits at the beginning are, and how many there are.
#[inline(always)]
pub(super) const fn digits(word: u64) -> (u64, usize) {
    let values = word ^ (ONES * b'0' as u64);
    // The highest bit of the first byte above 9; only bytes behind it may be wrong.
    let others = (values.wrapping_add(ONES * (0x80 - 10)) | values) & HIGHEST;
    let length = others.trailing_zeros() as usize / 8;
    if length == 0 {
        return (0, 0);
    }
    // Zeros come before the digits; then pairs, fours and all eight become one number each.
    let single = values << (8 * (BYTES - length));
    let pairs = (single.wrapping_mul(10 << 8 | 1) >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_FFFF_0000_FFFF;
    (fours.wrapping_mul(10_000 << 32 | 1) >> 32, length)
}

/// A number with further digits behind it; wrapped if it has too many.
#[inline(always)]
pub(super) const fn behind(first: u64, further: u64, length: usize) -> u64 {
    first.wrapping_mul(10_u64.pow(length as u32)).wrapping_add(further)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every length, with what may follow digits, and with bytes around those of digits.
    #[test]
    fn digits_are_read_up_to_the_first_other_byte() {
        for length in 0..=BYTES {
            for other in [0, b'/', b':', b',', b'}', b'"', 0x7F, 0x80, 0xB0, 0xB9, 0xFF] {
                for text in ["90817263", "00000000", "99999999", "12345678"] {
                    let mut bytes: [u8; BYTES] = text.as_bytes().try_into().unwrap();
                    bytes[length..].iter_mut().step_by(2).for_each(|byte| *byte = other);
                    let number = text[..length].parse().unwrap_or(0);
                    assert_eq!(digits(u64::from_le_bytes(bytes)), (number, length), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn the_first_quote_is_found() {
        for length in 0..=BYTES {
            for around in [0, 0x21, 0x23, 0xA2, 0xFF] {
                let mut bytes = [around; BYTES];
                bytes[length..].iter_mut().step_by(3).for_each(|byte| *byte = b'"');
                let word = u64::from_le_bytes(bytes);
                assert_eq!(length_before(word, b'"'), length, "{bytes:?}");
                if length < BYTES {
                    let mut expected = [0; BYTES];
                    expected[..=length].copy_from_slice(&bytes[..=length]);
                    assert_eq!(through(word, length), u64::from_le_bytes(expected));
                }
            }
        }
    }
}
