//! Integers of variable length: seven bits in each byte, the lowest first; the highest bit of all but the last is 1.

/// Appends an unsigned integer.
#[inline]
pub(super) fn push(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Appends a signed integer: the highest bit of its seven bits that is written last is the sign.
pub(super) fn push_signed(bytes: &mut Vec<u8>, mut value: i64) {
    while !(-0x40..0x40).contains(&value) {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8 & 0x7F);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_leb128_standard() {
        let mut bytes = Vec::new();
        push(&mut bytes, 624_485);
        assert_eq!(bytes, [0xE5, 0x8E, 0x26]);
        let signed = |value| {
            let mut bytes = Vec::new();
            push_signed(&mut bytes, value);
            bytes
        };
        assert_eq!(signed(-123_456), [0xC0, 0xBB, 0x78]);
        assert_eq!([signed(63), signed(64), signed(-64)], [vec![0x3F], vec![0xC0, 0x00], vec![0x40]]);
    }
}
