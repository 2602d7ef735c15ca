//! JSON values without duplicate keys, values with their paths, parser errors with their positions, and plain JSON read
//! fast ([`quick`]).
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
pub mod quick;
#[cfg(test)]
mod tests;

pub use error::JsonError;
pub use node::{JsonNode, JsonStep};

use serde_json::Value;

/// Parses a whole text.
///
/// # Errors
/// Fails if the text is not JSON or an object has a duplicate key.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let parsed = serde_json::from_str::<build::Strict>(text);
    parsed.map(|strict| strict.0).map_err(|error| JsonError::new(&error, text))
}
