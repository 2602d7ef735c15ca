//! Rust names made from datasheet names.

/// `SIP_USAGE_MASK` and `RS[].FLAGS` as type names: `SipUsageMask`, `RsFlags`.
///
/// ```
/// assert_eq!(hws_regmap::pascal_case("RS[].FLAGS"), "RsFlags");
/// ```
#[must_use]
pub fn pascal_case(name: &str) -> String {
    words(name).map(|word| capitalized(&word)).collect()
}

/// `SIP_USAGE_MASK` and `RS[].FLAGS` as field names: `sip_usage_mask`, `rs_flags`.
///
/// ```
/// assert_eq!(hws_regmap::snake_case("RS[].FLAGS"), "rs_flags");
/// ```
#[must_use]
pub fn snake_case(name: &str) -> String {
    words(name).map(|word| word.to_ascii_lowercase()).collect::<Vec<_>>().join("_")
}

fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned)
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    format!("{}{}", first.to_ascii_uppercase(), rest.to_ascii_lowercase())
}

/// `1 word`, `2 words`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
