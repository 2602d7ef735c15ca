//! FNV-1a with 64 bits: the same content gives the same number on every machine and in every release.

/// The two constants of FNV-1a 64.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Returns the FNV-1a 64 hash of a sequence of bytes.
///
/// The hash is neither keyed nor collision-resistant: use it only for content that is not chosen to collide.
#[must_use]
pub fn fnv_1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        assert_eq!(fnv_1a([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(*b"foobar"), 0x8594_4171_f739_67e8);
    }
}
