//! Exports: the text of a generated file for each language.
//!
//! Every one begins with a comment that names its source; none depends on the order of enums or records in the file, but for
//! what has numbers.

mod c;
mod descriptor;
mod events;
mod json_schema;
mod names;
mod page;
mod ports;
mod python;
mod record;
mod rules;
mod systemverilog;
mod trace;
mod words;

pub use c::c;
pub use descriptor::descriptor;
pub use events::events;
pub use json_schema::{stimulus_schema, trace_schema};
pub use page::page;
pub use ports::ports;
pub use python::python;
pub use record::record;
pub use rules::rules;
pub use systemverilog::{systemverilog, with_event_kinds};
pub use trace::trace;
pub use words::words;

/// The first line of every generated file, behind the mark of a comment.
pub const GENERATED: &str = "Generated from interfaces.yaml by `cargo xtask generate`; do not edit.";
