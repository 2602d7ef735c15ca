//! One line per operator: name, minimum and maximum number of inputs, shape rule, operations; then special traits.
//!
//! A table for each group of families of docs/onnx.md.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Operator;

/// Abbreviations that keep the lines of the tables short.
macro_rules! op {
    ($name:literal, $least:expr, $most:expr, $rule:expr, $count:expr) => {
        $crate::import::onnx::ops::Operator::new($name, $least, $most, $rule, $count)
    };
}

mod dense;
mod elementwise;
mod learning;
mod microsoft;
mod movement;

const TABLES: &[&[Operator]] =
    &[dense::TABLE, elementwise::TABLE, movement::TABLE, learning::TABLE, microsoft::TABLE];

static BY_NAME: LazyLock<BTreeMap<&'static str, &'static Operator>> =
    LazyLock::new(|| all().map(|operator| (operator.name, operator)).collect());

fn all() -> impl Iterator<Item = &'static Operator> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// The operator with a name, preceded by its domain unless that is the default.
pub(in crate::import::onnx) fn find(name: &str) -> Option<&'static Operator> {
    BY_NAME.get(name).copied()
}

/// The names of all operators.
pub(in crate::import::onnx) fn names() -> impl Iterator<Item = &'static str> {
    all().map(|operator| operator.name)
}
