//! What a valid map becomes.

mod json;
mod rust;

pub use json::json;
pub use rust::rust;
