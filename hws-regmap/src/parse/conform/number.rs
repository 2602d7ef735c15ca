//! Numbers that YAML reads as something else than was written, and lists of numbers without their brackets.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::source::number_fault;
use hws_input::yaml::{Node, Value};

/// Returns the diagnostic of a number that no key takes; `None` for a text that is not a number at all.
pub(super) fn explained(node: &Node, written: &str) -> Option<MapDiagnostic> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit() || c == b'_');
    let (message, label, remedy, suggestion) = match node.value {
        Value::Integer(number) if number.get() < 0 => negative(written),
        Value::Float(_) if written.starts_with('-') => negative(written),
        Value::Float(_) if digits(written) && written.starts_with('0') => {
            return number_fault(node, written);
        }
        Value::Integer(_) => too_large(written),
        Value::Float(_) if digits(written) => too_large(written),
        Value::Float(_) => fractional(written),
        _ => return None,
    };
    Some(wrong(node, message, label, remedy).suggest(suggestion))
}

type Parts = (String, &'static str, &'static str, Option<String>);

fn fractional(written: &str) -> Parts {
    let remedy = "write a whole number in decimal, or with 0x, 0o or 0b in front";
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let whole = written.split_once('.').filter(|(_, fraction)| fraction.bytes().all(|c| c == b'0'));
    let whole = whole.map(|(whole, _)| whole).filter(is_number).filter(|whole| !whole.starts_with('0'));
    let label = if written.contains('.') { "has a decimal point" } else { "has an exponent" };
    (format!("`{written}` is not a whole number"), label, remedy, whole.map(str::to_owned))
}

fn negative(written: &str) -> Parts {
    (format!("`{written}` is negative"), "less than 0", "write a number from 0 to 2⁶⁴ − 1", None)
}

fn too_large(written: &str) -> Parts {
    let shown: String = written.chars().take(40).collect();
    let cut = if shown.len() < written.len() { "…" } else { "" };
    (format!("`{shown}{cut}` does not fit in 64 bits"), "too large", "write at most 2⁶⁴ − 1", None)
}

fn wrong(node: &Node, message: String, label: &str, remedy: &str) -> MapDiagnostic {
    MapDiagnostic::new(Code::WrongType, node.place, message).label(label).remedy(remedy)
}

/// Returns whether the list has one element such as `15:0`.
pub(super) fn is_bit_range(node: &Node) -> bool {
    matches!(node.elements(), [only] if only.text().is_some_and(|text| text.contains(':')) && range(only).is_some())
}

/// Returns the list of numbers that is probably meant: `[15, 0]` for `15:0`, `[7]` for `7`.
pub(super) fn bracketed(node: &Node) -> Option<String> {
    let node = if is_bit_range(node) { node.elements().first()? } else { node };
    match node.integer() {
        Some(number @ 0..) => Some(format!("[{number}]")),
        _ => range(node),
    }
}

/// Returns the bounds of a text such as `15:0`, `[15:0]`, `7..0` or `7-0` in brackets.
fn range(node: &Node) -> Option<String> {
    let text = node.text()?.trim().trim_start_matches('[').trim_end_matches(']');
    let number = |text: &str| {
        let text = text.trim();
        (text.len() <= 4 && !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()))
            .then(|| text.to_owned())
    };
    if let Some(only) = number(text) {
        return Some(format!("[{only}]"));
    }
    let (msb, lsb) = [":", "..", "-"].iter().find_map(|between| text.split_once(between))?;
    Some(format!("[{}, {}]", number(msb)?, number(lsb)?))
}
