//! From text to a JSON value in which no key is repeated.

use hws_input::json::{self, JsonError};
use serde_json::Value;

use super::place::FilePlace;
use super::{InputError, InputFault};

/// Reads a whole input.
///
/// # Errors
/// An empty text, one that is not JSON, or in which an object has a key twice; the place is a line and a column.
pub fn parse(text: &str) -> Result<Value, InputError> {
    if text.trim_ascii().is_empty() {
        return Err(InputError { place: FilePlace::File, fault: InputFault::Empty });
    }
    json::parse(text).map_err(InputError::from)
}

/// Converts an error of the JSON parser, with its place in the text.
pub(crate) fn json_error(text: &str) -> impl Fn(serde_json::Error) -> InputError {
    |error| JsonError::new(&error, text).into()
}

impl From<JsonError> for InputError {
    fn from(JsonError { position, message }: JsonError) -> Self {
        Self { place: FilePlace::At(position), fault: InputFault::Json { message } }
    }
}
