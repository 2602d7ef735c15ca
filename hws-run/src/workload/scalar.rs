//! Values of one type, checked against their range; errors give the value found and the legal values.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;

use hws_types::{Sip, SipMask};

use super::error::{Fault, WorkloadReason};
use super::node::{Key, Node, Value};

/// The bound below which every integer is an exact float.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Most characters of a text that are quoted in an error.
const SHORT: usize = 40;

/// The error "`what` is … (give …)".
pub(super) fn wrong(node: &Node, what: &str, wanted: &str) -> Fault {
    let reason = WorkloadReason::Value {
        what: what.to_owned(),
        found: describe(&node.value),
        wanted: wanted.to_owned(),
    };
    Fault::at(node.position(), reason)
}

/// Reads an integer in a range; floats such as `118e6` are accepted.
pub(super) fn integer(node: &Node, what: impl Display, range: RangeInclusive<u64>) -> Result<u64, Fault> {
    let value = match node.value {
        Value::Integer(value) => u64::try_from(value.get()).ok(),
        Value::Float(value) if value.fract() == 0.0 && (0.0..EXACT).contains(&value) => Some(value as u64),
        _ => None,
    };
    let wanted = || format!("an integer from {} to {}", range.start(), range.end());
    value.filter(|value| range.contains(value)).ok_or_else(|| wrong(node, &what.to_string(), &wanted()))
}

/// Reads a 32-bit word.
pub(super) fn word(node: &Node, what: &str) -> Result<u32, Fault> {
    // In range: the limit is that of the type.
    integer(node, what, 0..=u32::MAX.into()).map(|value| value as u32)
}

/// Reads a name: a text without control characters, or an integer.
pub(super) fn name<'n>(node: &'n Node, what: &str) -> Result<Cow<'n, str>, Fault> {
    let name = match &node.value {
        Value::Text(text) => Cow::Borrowed(text.as_str()),
        Value::Integer(number) => Cow::Owned(number.to_string()),
        _ => Cow::Borrowed(""),
    };
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        return Err(wrong(node, what, "a name"));
    }
    Ok(name)
}

/// Reads true or false.
pub(super) fn boolean(node: &Node, what: &str) -> Result<bool, Fault> {
    match node.value {
        Value::Bool(value) => Ok(value),
        _ => Err(wrong(node, what, "true or false")),
    }
}

/// Reads a list.
pub(super) fn list<'n>(node: &'n Node, what: &str, wanted: &str) -> Result<&'n [Node], Fault> {
    match &node.value {
        Value::List(items) => Ok(items),
        _ => Err(wrong(node, what, wanted)),
    }
}

/// Reads a map.
pub(super) fn map<'n>(node: &'n Node, what: &str, wanted: &str) -> Result<&'n [(Key, Node)], Fault> {
    match &node.value {
        Value::Map(entries) => Ok(entries),
        _ => Err(wrong(node, what, wanted)),
    }
}

/// Reads a set of SIPs: a mask or a list of logical ids.
pub(super) fn sips(node: &Node, what: &str) -> Result<SipMask, Fault> {
    let Value::List(items) = &node.value else {
        let is_number = matches!(node.value, Value::Integer(_) | Value::Float(_));
        let wanted = || wrong(node, what, "a mask such as 0xFF or a list of SIPs such as [0, 1]");
        return if is_number { word(node, what).map(SipMask) } else { Err(wanted()) };
    };
    items.iter().try_fold(SipMask::EMPTY, |mask, item| {
        let sip = integer(item, "a SIP", 0..=Sip::COUNT as u64 - 1)?;
        Ok(mask | Sip::wrapping(sip as u32).mask())
    })
}

/// Shortens a text for an error.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Integer(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Text(text) => format!("the text \"{}\"", shortened(text).escape_debug()),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "a map".to_owned(),
    }
}
