//! Names with placeholders: `*` for any text, `[]` for every index.

/// Returns whether `name` is the pattern, or fits its stars; `[]` fits any index.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    let pattern = pattern.replace("[]", "[*]");
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Returns the text with each `[]` replaced by an index of `like`, in order; of several names, each has all indices.
/// `None` if the numbers of brackets do not fit; a text without `[]` stays as it is.
pub(crate) fn filled(pattern: &str, like: &str) -> Option<String> {
    let indices: Vec<&str> =
        like.split('[').skip(1).filter_map(|rest| Some(rest.split_once(']')?.0)).collect();
    let count = pattern.matches("[]").count();
    if count > 0 && count.checked_rem(indices.len()) != Some(0) {
        return None;
    }
    let mut parts = pattern.split("[]");
    let mut name = parts.next().unwrap_or("").to_owned();
    for (part, index) in parts.zip(indices.iter().cycle()) {
        name.push_str(&format!("[{index}]{part}"));
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("irq", "irq", true)]
    #[case("irq", "irqs", false)]
    #[case("LAUNCH*", "LAUNCH[3].INFO", true)]
    #[case("RS[].FLAGS", "RS[12].FLAGS", true)]
    #[case("RS[].FLAGS", "RS[12].FAIL", false)]
    #[case("*", "", true)]
    #[case("ev_*[3]", "ev_a[3]", true)]
    #[case("a*a", "a", false)]
    fn stars_and_brackets_fit(#[case] pattern: &str, #[case] name: &str, #[case] expected: bool) {
        assert_eq!(fits(pattern, name), expected);
    }

    #[test]
    fn indices_are_taken_over_in_order() {
        assert_eq!(filled("vcp[][]", "VC_POOL_FREE[1][0]").as_deref(), Some("vcp[1][0]"));
        assert_eq!(filled("rs[].flags", "RS[7].FLAGS").as_deref(), Some("rs[7].flags"));
        assert_eq!(filled("irq_o", "irq").as_deref(), Some("irq_o"));
        assert_eq!(filled("vcp[]", "VC_POOL_FREE[1][0]"), None);
        assert_eq!(filled("{a[], ~b[].c}", "RS[7].FLAGS").as_deref(), Some("{a[7], ~b[7].c}"));
        assert_eq!(filled("a[]", "irq"), None);
    }
}
