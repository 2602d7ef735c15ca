//! Keys with a default, and the limits that several operations share.

use crate::input::{InputError, InputNode, MOST};

/// Most rows or packets.
pub(crate) const MOST_ROWS: i64 = MOST as i64;

/// Reads an integer of at least `least`, or `default` if the key is missing.
pub(crate) fn integer_or(
    node: &InputNode<'_, '_>,
    key: &str,
    default: i64,
    least: i64,
) -> Result<i64, InputError> {
    node.maybe(key).map_or(Ok(default), |value| value.at_least(least))
}

/// true or false, or `default` if the key is missing.
pub(crate) fn boolean_or(node: &InputNode<'_, '_>, key: &str, default: bool) -> Result<bool, InputError> {
    node.maybe(key).map_or(Ok(default), |value| value.boolean())
}

/// Reads a number of rows or packets: 1 to 2^20.
pub(crate) fn rows(node: &InputNode<'_, '_>, key: &str) -> Result<i64, InputError> {
    node.key(key)?.integer(1..=MOST_ROWS)
}
