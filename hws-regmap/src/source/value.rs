//! Values of the file as a map uses them: numbers of 64 bits, and descriptions for error messages.

use hws_input::yaml::{Node, Value};

/// Returns the number, if 64 bits can hold it.
pub(crate) fn number_of(node: &Node) -> Option<u64> {
    node.integer().and_then(|number| u64::try_from(number).ok())
}

/// Returns the value in a few words, for an error message.
pub(crate) fn described(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Integer(number) => format!("the number {number}"),
        Value::Float(number) => format!("the number {number}"),
        Value::Text(text) if text.chars().count() <= 40 => format!("the string {text:?}"),
        Value::Text(_) => "a string".to_owned(),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "a mapping".to_owned(),
    }
}
