//! Names of the exports made from datasheet names.

use crate::model::Map;
use std::collections::BTreeSet;

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

/// `RS[].FLAGS` as `RS_FLAGS`.
pub(crate) fn ident(name: &str) -> String {
    name.replace("[]", "").replace('.', "_")
}

/// `DagResult` as `dag_result`.
pub(crate) fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// Returns the name of a field in constants of C and SystemVerilog, where every register has `_WRITE_MASK` and
/// `_PULSE_MASK`.
pub(crate) fn field_symbol(name: &str) -> String {
    let is_taken = ["WRITE", "PULSE"].iter().any(|taken| name.eq_ignore_ascii_case(taken));
    if is_taken { format!("{name}_") } else { name.to_owned() }
}

/// The names of registers in formats that put the name of the map before every name.
pub(crate) struct Symbols {
    prefix: String,
    idents: BTreeSet<String>,
}

impl Symbols {
    /// Creates them for names that begin with `PREFIX_`.
    pub(crate) fn new(map: &Map, prefix: &str) -> Self {
        let idents = map.registers.iter().map(|register| ident(&register.name.value)).collect();
        Self { prefix: format!("{prefix}_"), idents }
    }

    /// Returns `HWS_CTRL` of the map `HWS` as `CTRL`, unless another register already has the short name.
    pub(crate) fn of(&self, register: &str) -> String {
        let full = ident(register);
        let is_free =
            |name: &&str| name.starts_with(|c: char| c.is_ascii_alphabetic()) && !self.idents.contains(*name);
        full.strip_prefix(&self.prefix).filter(is_free).map_or(full.clone(), str::to_owned)
    }
}
