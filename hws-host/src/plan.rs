//! The planners on files: an input in any format, the choices of the caller, an answer, and its plan.
//!
//! A choice replaces the key of its name in the input. If the planner refuses it, the error is a [`HostError::Option`].

pub mod dataflow;
pub mod gemini;
mod given;
pub mod graphs;
pub mod periodic;
pub mod pipeline;
pub mod rank;

use std::borrow::Cow;

use hws_plan::import::{FilePlace, read_text};
use hws_plan::{InputError, input};
use hws_run::workload::InputFile;
use serde_json::{Map, Value};

use crate::HostError;

/// Returns the text of a file, gzip or not.
///
/// # Errors
/// [`HostError::Input`] if it is not text.
pub fn text(source: &InputFile) -> Result<Cow<'_, str>, HostError> {
    read_text(&source.bytes).map_err(HostError::import(&source.name))
}

/// Returns the JSON of a file.
///
/// # Errors
/// [`HostError::Input`] if it is not text or not JSON.
pub fn json(source: &InputFile) -> Result<Value, HostError> {
    input::parse(&text(source)?).map_err(HostError::input(&source.name))
}

/// Returns the error of an input, whose place is an option if the option has set the key.
fn refused(error: InputError, file: &str, is_option: impl FnOnce(&str) -> bool) -> HostError {
    match &error.place {
        FilePlace::Path(path) if is_option(path) => HostError::option(&error),
        _ => HostError::input(file)(error),
    }
}

/// Returns the first key of a path in JSON.
fn first_key(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}

/// Whether one of these keys is the first of a path.
fn is_one_of(keys: &Map<String, Value>) -> impl Fn(&str) -> bool {
    |path| keys.contains_key(first_key(path))
}
