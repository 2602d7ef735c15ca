//! One axis of a sweep, `KEY=VALUES`: a setting and its values.
//!
//! Values are separated by commas: `1,4,16`, `off,report,estimate`. `FIRST..LAST:STEP` is a range of numbers
//! ([`Range`]). Integers of 64 bits are normalised (`007` is 7); everything else is taken literally, and so are the files of the axis
//! `workload`.

use std::collections::BTreeSet;

use super::error::{AxisError, AxisReason};
use super::range::Range;
use crate::policy;

/// A setting and its values: at least one, no two of them the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The setting.
    pub key: String,
    /// The values in the order given.
    pub values: Vec<AxisValue>,
    /// The text of the option.
    pub option: String,
}

/// A value of an axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AxisValue {
    /// The value; an integer in its shortest form.
    pub text: String,
    /// Its place in the option: column from 1, in characters.
    pub column: usize,
}

impl Axis {
    /// Reads `KEY=VALUES`.
    ///
    /// # Errors
    /// The first problem, with its column.
    pub fn parse(option: &str) -> Result<Self, AxisError> {
        let fail = |(column, reason)| AxisError { option: option.to_owned(), column, reason };
        let Some((key, _)) = option.split_once('=') else {
            return Err(fail((1, AxisReason::NoValues)));
        };
        if key.trim().is_empty() {
            return Err(fail((1, AxisReason::NoKey)));
        }
        let mut values = Vec::new();
        // The names of files are not numbers.
        let expand: fn(&str) -> _ = if key.trim() == policy::WORKLOAD { taken_literally } else { expand };
        for (text, column) in items(option, key.len() + 1) {
            let numbers = expand(text).map_err(|reason| fail((column, reason)))?;
            values.extend(numbers.into_iter().map(|text| AxisValue { text, column }));
        }
        only_once(&values).map_err(fail)?;
        Ok(Self { key: key.trim().to_owned(), values, option: option.to_owned() })
    }

    /// An error at a column of this axis.
    pub(super) fn error(&self, column: usize, reason: AxisReason) -> AxisError {
        AxisError { option: self.option.clone(), column, reason }
    }

    /// Returns whether every value is an integer of 64 bits.
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        self.values.iter().all(|value| value.text.parse::<i64>().is_ok())
    }
}

/// The items of `option` from byte `start`, without surrounding blanks, each with its column.
fn items(option: &str, start: usize) -> Vec<(&str, usize)> {
    let mut at = start;
    let mut items = Vec::new();
    for piece in option[start..].split(',') {
        let item = piece.trim_start();
        let column = option[..at + piece.len() - item.len()].chars().count() + 1;
        items.push((item.trim_end(), column));
        at += piece.len() + 1;
    }
    items
}

/// The values of an item.
fn expand(item: &str) -> Result<Vec<String>, AxisReason> {
    if item.is_empty() {
        return Err(AxisReason::EmptyValue);
    }
    if let Some(range) = Range::parse(item)? {
        return Ok(range.numbers().map(|number| number.to_string()).collect());
    }
    Ok(vec![item.parse::<i64>().map_or_else(|_| item.to_owned(), |number| number.to_string())])
}

fn taken_literally(item: &str) -> Result<Vec<String>, AxisReason> {
    if item.is_empty() { Err(AxisReason::EmptyValue) } else { Ok(vec![item.to_owned()]) }
}

fn only_once(values: &[AxisValue]) -> Result<(), (usize, AxisReason)> {
    let mut seen = BTreeSet::new();
    match values.iter().find(|value| !seen.insert(&value.text)) {
        Some(value) => Err((value.column, AxisReason::ValueTwice { value: value.text.clone() })),
        None => Ok(()),
    }
}
