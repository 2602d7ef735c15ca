//! The parts of a WfCommons file that are read. Numbers stay as written.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::import::decimal;
use crate::input::{InputError, InputFault};

/// Supported versions.
pub(super) const VERSIONS: [&str; 3] = ["1.4", "1.5", "1.6"];

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
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) parents: Option<Vec<String>>,
    pub(super) children: Option<Vec<String>>,
    #[serde(borrow)]
    pub(super) files: Option<Vec<FlatFile<'a>>>,
    #[serde(borrow)]
    pub(super) runtime_in_seconds: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FlatFile<'a> {
    pub(super) name: String,
    /// Prefix of the name.
    pub(super) path: Option<String>,
    pub(super) link: String,
    #[serde(borrow)]
    pub(super) size_in_bytes: &'a RawValue,
}

#[derive(Deserialize)]
pub(super) struct Specification<'a> {
    pub(super) tasks: Vec<SpecifiedTask>,
    #[serde(borrow)]
    pub(super) files: Option<Vec<SpecifiedFile<'a>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpecifiedTask {
    pub(super) id: String,
    pub(super) parents: Option<Vec<String>>,
    pub(super) children: Option<Vec<String>>,
    pub(super) input_files: Option<Vec<String>>,
    pub(super) output_files: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpecifiedFile<'a> {
    pub(super) id: String,
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
    pub(super) id: String,
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
