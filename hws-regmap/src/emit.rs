//! The exports of a valid map: one format for the tools of each team.
//!
//! [`FORMATS`] lists them. `json` and `rust` are built by code, because their structure is a tree; the
//! others are templates over one view of the map.

#[cfg(feature = "exports")]
mod filters;
#[cfg(feature = "exports")]
mod format;
#[cfg(feature = "exports")]
mod json;
pub(crate) mod keywords;
#[cfg(feature = "exports")]
mod links;
#[cfg(feature = "exports")]
mod options;
mod rust;
#[cfg(feature = "exports")]
mod template;
#[cfg(feature = "exports")]
mod view;

#[cfg(feature = "exports")]
pub use format::{ExportFormat, FORMATS, UnknownFormat, format};
#[cfg(feature = "exports")]
pub use json::json;
#[cfg(feature = "exports")]
pub use options::{ExportOption, ExportOptions, OptionRefused};
pub use rust::rust;

/// Returns the text without the characters that only change its direction: compilers refuse sources that have them.
fn visible(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')).collect()
}
