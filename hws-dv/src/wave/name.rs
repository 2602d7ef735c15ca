//! Names of signals as simulators write them, brought to one form.

/// Returns the name without an escape and without the range of a vector: `\RS_FLAGS[3] [31:0]` is `RS_FLAGS[3]`, and
/// `a [3]`, one bit of a split vector, is `a[3]`.
pub(crate) fn normalised(name: &str) -> String {
    let name = name.trim();
    let name = name.strip_prefix('\\').unwrap_or(name);
    let joined: String = name.chars().filter(|character| !character.is_whitespace()).collect();
    match range_start(&joined) {
        Some(start) => joined[..start].to_owned(),
        None => joined,
    }
}

/// Where a trailing `[msb:lsb]` begins.
fn range_start(name: &str) -> Option<usize> {
    let inside = name.strip_suffix(']')?;
    let start = inside.rfind('[')?;
    let (msb, lsb) = inside[start + 1..].split_once(':')?;
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    (start > 0 && is_number(msb) && is_number(lsb)).then_some(start)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::normalised;

    #[rstest]
    #[case("clk", "clk")]
    #[case("cycle [63:0]", "cycle")]
    #[case("cycle[63:0]", "cycle")]
    #[case("RS_FLAGS[3] [31:0]", "RS_FLAGS[3]")]
    #[case("\\XMC_SIP_MAP[0] [4:0]", "XMC_SIP_MAP[0]")]
    #[case("VC_POOL_FREE[1][0] [0:31]", "VC_POOL_FREE[1][0]")]
    #[case("a [3]", "a[3]")]
    #[case("a [-1:-4]", "a")]
    #[case("[3:0]", "[3:0]")]
    #[case("a[x:y]", "a[x:y]")]
    fn a_name_has_one_form(#[case] name: &str, #[case] expected: &str) {
        assert_eq!(normalised(name), expected);
    }
}
