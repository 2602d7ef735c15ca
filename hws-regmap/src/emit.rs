//! The exports of a valid map: one format for the tools of each team.
//!
//! [`FORMATS`] lists them. `json` and `rust` are built by code, because their structure is a tree; the
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
