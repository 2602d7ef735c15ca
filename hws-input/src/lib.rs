//! Shared code of all file readers, independent of any format.
//!
//! * [`Position`], [`Span`] and [`Place`]: positions in a text;
//! * `yaml` (feature `yaml`): YAML as a tree in which every key and every value has its place;
//! * `json` (feature `json`): JSON values in which no key is given twice, each with the path to it;
//! * `gzip` (feature `gzip`): text that may be packed;
//! * [`nearest`] and [`did_you_mean`]: the known word that a misspelt one most likely means;
//! * [`counted`]: a number with its noun, and [`grouped`], one with commas;
//! * [`StandardInput`]: the one reader of standard input;
//! * [`Diagnostic`]: a fault of an input, its place, code and remedy; [`faults!`] declares the faults of a reader;
//! * [`fnv_1a`]: a content hash that is the same on every machine and in every release.
//!
//! The crate contains no format of the project, no register and no unit of the hardware. The crate that reads a
//! file decides which keys and values are valid and how errors are worded.

mod count;
mod diagnostic;
mod faults;
#[cfg(feature = "gzip")]
pub mod gzip;
mod hash;
#[cfg(feature = "json")]
pub mod json;
mod place;
mod standard_input;
mod suggest;
#[cfg(feature = "yaml")]
pub mod yaml;

/// Values and errors of JSON in signatures are of this crate.
#[cfg(feature = "json")]
pub use serde_json;

pub use count::{counted, grouped};
pub use diagnostic::{Diagnostic, DiagnosticCode, DiagnosticNote, DiagnosticSeverity};
#[doc(hidden)]
pub use faults::display as display_fault;
pub use faults::{Diagnose, DiagnosticKind};
pub use hash::fnv_1a;
pub use place::{InFile, Place, Position, Span};
pub use standard_input::StandardInput;
pub use suggest::{did_you_mean, nearest};
