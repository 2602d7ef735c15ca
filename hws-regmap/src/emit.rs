//! What a valid map becomes: one format for every team's own tools.
//!
//! [`FORMATS`] lists them. `json` and `rust` are written by code, because their shape is a tree; the
//! others are templates over one view of the map.

mod filters;
mod format;
mod json;
pub(crate) mod keywords;
mod rust;
mod template;
mod view;

pub use format::{ExportFormat, FORMATS, UnknownFormat, format};
pub use json::json;
pub use rust::rust;
