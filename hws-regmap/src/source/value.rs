//! A value of the file as a map wants it: numbers of 32 bits, and words for what is there instead.

use hws_input::yaml::{Node, Value};

/// The number, if it is one that a register can hold.
pub(crate) fn number_of(node: &Node) -> Option<u32> {
    match node.value {
        Value::Integer(number) => u32::try_from(number).ok(),
        _ => None,
    }
}

/// What is there, in a few words.
pub(crate) fn described(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => format!("the truth value {flag}"),
        Value::Integer(number) => format!("the number {number}"),
        Value::Float(number) => format!("the number {number}"),
        Value::Text(text) if text.chars().count() <= 40 => format!("the text {text:?}"),
        Value::Text(_) => "a text".to_owned(),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "an entry with keys".to_owned(),
    }
}
