//! The parts of a WfCommons file that are read. Numbers stay as written.

use std::borrow::Cow;
use std::ops::Deref;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::import::decimal;
use crate::input::{InputError, InputFault};

/// Supported versions.
pub(super) const VERSIONS: [&str; 3] = ["1.4", "1.5", "1.6"];

/// A text, which is that of the file unless it has an escape.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    pub(super) schema_version: Option<String>,
    #[serde(borrow)]
    pub(super) workflow: Workflow<'a>,
}

#[derive(Deserialize)]
pub(super) struct Workflow<'a> {
    /// In 1.4.
    #[serde(borrow)]
    pub(super) tasks: Option<Vec<FlatTask<'a>>>,
    /// From 1.5 on.
    #[serde(borrow)]
    pub(super) specification: Option<Specification<'a>>,
    /// From 1.5 on.
    #[serde(borrow)]
    pub(super) execution: Option<Execution<'a>>,
}

/// A task of 1.4, with all its data in one place.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FlatTask<'a> {
    #[serde(borrow)]
    pub(super) name: Text<'a>,
    #[serde(borrow)]
    pub(super) id: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) parents: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    pub(super) children: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    pub(super) files: Option<Vec<FlatFile<'a>>>,
    #[serde(borrow)]
    pub(super) runtime_in_seconds: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FlatFile<'a> {
    #[serde(borrow)]
    pub(super) name: Text<'a>,
    /// Prefix of the name.
    #[serde(borrow)]
    pub(super) path: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) link: Text<'a>,
    #[serde(borrow)]
    pub(super) size_in_bytes: &'a RawValue,
}

#[derive(Deserialize)]
pub(super) struct Specification<'a> {
    #[serde(borrow)]
    pub(super) tasks: Vec<SpecifiedTask<'a>>,
    #[serde(borrow)]
    pub(super) files: Option<Vec<SpecifiedFile<'a>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpecifiedTask<'a> {
    #[serde(borrow)]
    pub(super) id: Text<'a>,
    #[serde(borrow)]
    pub(super) parents: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    pub(super) children: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    pub(super) input_files: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    pub(super) output_files: Option<Vec<Text<'a>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpecifiedFile<'a> {
    #[serde(borrow)]
    pub(super) id: Text<'a>,
    #[serde(borrow)]
    pub(super) size_in_bytes: &'a RawValue,
}

#[derive(Deserialize)]
pub(super) struct Execution<'a> {
    #[serde(borrow)]
    pub(super) tasks: Vec<ExecutedTask<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExecutedTask<'a> {
    #[serde(borrow)]
    pub(super) id: Text<'a>,
    #[serde(borrow)]
    pub(super) runtime_in_seconds: &'a RawValue,
}

/// Milliseconds, rounded up.
pub(super) fn milliseconds(seconds: &RawValue, place: impl FnOnce() -> String) -> Result<u64, InputError> {
    number(seconds, 3, "a time in seconds from 0, below 2^64 milliseconds", place)
}

/// Returns the number of bytes, rounded up.
pub(super) fn bytes(size: &RawValue, place: impl FnOnce() -> String) -> Result<u64, InputError> {
    number(size, 0, "a size in bytes from 0, below 2^64", place)
}

fn number(
    value: &RawValue,
    power: u32,
    wanted: &str,
    place: impl FnOnce() -> String,
) -> Result<u64, InputError> {
    decimal::rounded_up(value.get(), power).ok_or_else(|| {
        let found = value.get().chars().take(40).collect();
        InputError::new(place(), InputFault::Value { found, wanted: wanted.to_owned() })
    })
}
