//! Stimulus files: JSON Lines, one operation per line, in order (interfaces.md §5).
//!
//! [`Reader`] is strict: what the format calls malformed is an error that names file, line, column,
//! reason and remedy. [`Writer`] produces the canonical spelling, which the reader accepts; it is an
//! [`Observer`](crate::Observer), so that any run can be recorded and replayed.

mod error;
mod fields;
mod key;
mod operation;
mod plain;
mod reader;
mod scanner;
mod writer;

pub use error::{Reason, StimulusError};
pub use key::Key;
pub use operation::{Op, Operation, Target};
pub use reader::Reader;
pub use writer::Writer;

#[cfg(test)]
mod tests;
