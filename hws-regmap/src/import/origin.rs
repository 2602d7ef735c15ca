//! The fingerprint that our exports carry, and what becomes of it.

use crate::model::MapOrigin;

/// Returns the fingerprint at the beginning of a description, and the rest of it.
pub(super) fn split(description: &str) -> (Option<u64>, String) {
    const HEAD: &str = "Fingerprint of the map: 0x";
    let told = description.strip_prefix(HEAD).and_then(|rest| rest.split_once('.'));
    let number = told.and_then(|(digits, rest)| Some((u64::from_str_radix(digits, 16).ok()?, rest)));
    match number {
        Some((number, rest)) => (Some(number), rest.strip_prefix(' ').unwrap_or(rest).to_owned()),
        None => (None, description.to_owned()),
    }
}

/// Returns the fingerprint at the end of the description of a component.
pub(super) fn of_component(description: &str) -> Option<u64> {
    let (_, told) = description.split_once("; fingerprint of the map: 0x")?;
    u64::from_str_radix(told.strip_suffix('.')?, 16).ok()
}

/// Returns a text in one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text of a map with its origin, before its pages.
pub(super) fn written(yaml: &str, origin: &MapOrigin) -> String {
    let MapOrigin { format, fingerprint, unchanged } = origin;
    let format = format.as_str();
    let lines = format!(
        "\nimported:\n  format: {format}\n  fingerprint: 0x{fingerprint:016x}\n  unchanged: 0x{unchanged:016x}\n"
    );
    match yaml.find("\npages:") {
        Some(place) => {
            format!("{}{lines}{}", yaml.get(..place).unwrap_or(yaml), yaml.get(place..).unwrap_or(""))
        }
        None => format!("{yaml}{lines}"),
    }
}
