//! JSON values in which no key is given twice, values with the path to them, and parser errors with their places.
//!
//! ```
//! use hws_input::json::parse;
//! assert_eq!(parse(r#"{"a": [1, 2]}"#).unwrap()["a"][1], 2);
//! let error = parse("{\n  \"a\": 1,\n  \"a\": 2}").unwrap_err();
//! assert_eq!(error.message, "the key `a` is given twice");
//! assert_eq!((error.position.line, error.position.column), (3, 5));
//! ```

mod build;
mod error;
mod node;
#[cfg(test)]
mod tests;

pub use error::JsonError;
pub use node::{JsonNode, JsonStep};

use serde_json::Value;

/// Reads a whole text.
///
/// # Errors
/// A text that is not JSON, or in which an object has a key twice.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    serde_json::from_str::<build::Strict>(text).map(|strict| strict.0).map_err(JsonError::from)
}
