//! Wide vectors in words of 64 bits.

use crate::wave::Bits;

/// The words of a wide vector, the lowest first; short ones are extended.
pub(crate) fn words(digits: &[u8], width: u32) -> impl Iterator<Item = Bits> {
    let mut rest = digits;
    (0..width.div_ceil(64)).map(move |word| {
        let bits = (width - 64 * word).min(64);
        let (upper, lower) = rest.split_at(rest.len().saturating_sub(64));
        rest = upper;
        // Past the given digits the first one decides.
        let filler =
            digits.first().map_or(b'x', |first| if matches!(first, b'0' | b'1') { b'0' } else { *first });
        let of_word = if lower.is_empty() { &[filler] } else { lower };
        Bits::from_digits(of_word, bits).unwrap_or(Bits::all_unknown(bits))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_vectors_are_cut_into_words_and_extended() {
        let one = format!("1{}", "0".repeat(64));
        let all = |digits: &str, width| words(digits.as_bytes(), width).collect::<Vec<_>>();
        assert_eq!(all(&one, 70), [Bits::known(0), Bits::known(1)]);
        assert_eq!(all("1", 130), [Bits::known(1), Bits::known(0), Bits::known(0)]);
        assert_eq!(all("x1", 66), [Bits { value: 1, unknown: !1 }, Bits::all_unknown(2)]);
    }
}
