//! Names of signals as simulators write them, brought to one form.

/// Returns the name without an escape and without the range of a vector: `\RS_FLAGS[3] [31:0]` is `RS_FLAGS[3]`, and
/// `a [3]`, one bit of a split vector, is `a[3]`. VHDL escapes a name on both sides, as in `\a[3]\`, and the element of an
/// array may have a dot, as in `a.[3]`.
pub(crate) fn normalised(name: &str) -> String {
    parts(name).0
}

/// Returns the normalised name and the range. Of a packed array (`a [1:0][3:0]`), no single range is the range.
pub(crate) fn parts(name: &str) -> (String, Option<(i32, i32)>) {
    let name = name.trim();
    let name = name.strip_prefix('\\').unwrap_or(name);
    let mut name: String = name.chars().filter(|character| !character.is_whitespace()).collect();
    let (mut range, mut ranges) = (None, 0);
    while let Some((start, found)) = trailing_range(&name) {
        name.truncate(start);
        (range, ranges) = (Some(found), ranges + 1);
    }
    (element(closed(name)), range.filter(|_| ranges == 1))
}

/// The name without the `\` that closes an escape, at the end or before an index.
fn closed(mut name: String) -> String {
    if let Some(at) =
        name.rfind('\\').filter(|&at| at > 0 && matches!(name.as_bytes().get(at + 1), None | Some(b'[')))
    {
        name.remove(at);
    }
    name
}

/// The name without dots before indices.
fn element(name: String) -> String {
    if name.contains(".[") { name.replace(".[", "[") } else { name }
}

/// The path of what has this name inside another path: the element of an array has no dot in front.
pub(crate) fn inside(outer: &str, name: &str) -> String {
    if outer.is_empty() || name.starts_with('[') {
        format!("{outer}{name}")
    } else {
        format!("{outer}.{name}")
    }
}

/// A name or word as an error shows it.
pub(super) fn shortened(word: &str) -> String {
    let printable: String = word.chars().take(40).flat_map(char::escape_default).collect();
    if word.chars().count() > 40 { format!("{printable}…") } else { printable }
}

/// Where a trailing `[left:right]` begins, and what it is.
fn trailing_range(name: &str) -> Option<(usize, (i32, i32))> {
    let inside = name.strip_suffix(']')?;
    let start = inside.rfind('[').filter(|start| *start > 0)?;
    let (left, right) = inside[start + 1..].split_once(':')?;
    Some((start, (left.parse().ok()?, right.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{normalised, parts};

    #[rstest]
    #[case("clk", "clk")]
    #[case("cycle [63:0]", "cycle")]
    #[case("cycle[63:0]", "cycle")]
    #[case("RS_FLAGS[3] [31:0]", "RS_FLAGS[3]")]
    #[case("\\XMC_SIP_MAP[0] [4:0]", "XMC_SIP_MAP[0]")]
    #[case("VC_POOL_FREE[1][0] [0:31]", "VC_POOL_FREE[1][0]")]
    #[case("a [3]", "a[3]")]
    #[case("a [-1:-4]", "a")]
    #[case("a [1:0][3:0]", "a")]
    #[case("[3:0]", "[3:0]")]
    #[case("\\a[3]\\ [7:0]", "a[3]")]
    #[case("\\a.b\\[7:0]", "a.b")]
    #[case("\\a\\[3]", "a[3]")]
    #[case("a\\", "a")]
    #[case("\\a\\b ", "a\\b")]
    #[case("\\", "")]
    #[case("a.[3] [7:0]", "a[3]")]
    #[case("a[x:y]", "a[x:y]")]
    fn a_name_has_one_form(#[case] name: &str, #[case] expected: &str) {
        assert_eq!(normalised(name), expected);
    }

    #[rstest]
    #[case("a[0:7]", Some((0, 7)))]
    #[case("a [-1:-4]", Some((-1, -4)))]
    #[case("a[3]", None)]
    #[case("a [1:0][3:0]", None)]
    fn a_range_is_kept(#[case] name: &str, #[case] range: Option<(i32, i32)>) {
        assert_eq!(parts(name).1, range);
    }
}
