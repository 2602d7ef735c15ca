//! A fault of a map: its place, reason and remedy.
//!
//! It is data, so that tools can use it; [`crate::render`] formats it as text.

mod code;
mod explanation;
mod severity;

pub use code::Code;

/// One fault of a map, or a warning about it.
pub type MapDiagnostic = hws_input::Diagnostic<Code>;
