//! Numbers of CMSIS-SVD.

/// Returns the value: decimal, `0x1F`, `0b101`, `#101`; a `+` may precede it, and k, m, g or t follow.
pub(super) fn parse(text: &str) -> Option<u64> {
    let text = text.trim().trim_start_matches('+');
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = lower.strip_prefix("0b").or_else(|| lower.strip_prefix('#')) {
        return u64::from_str_radix(digits, 2).ok();
    }
    let scales = [('k', 10), ('m', 20), ('g', 30), ('t', 40)];
    let scale = scales.iter().find_map(|(letter, bits)| Some((lower.strip_suffix(*letter)?, *bits)));
    let (digits, bits) = scale.unwrap_or((&lower, 0));
    digits.parse::<u64>().ok()?.checked_mul(1 << bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        for (text, expected) in [
            ("16", Some(16)),
            (" +0x1F\n", Some(31)),
            ("0X1f", Some(31)),
            ("#101", Some(5)),
            ("0b11", Some(3)),
            ("4k", Some(4096)),
            ("#1x1", None),
            ("-1", None),
            ("", None),
            ("18446744073709551616", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
