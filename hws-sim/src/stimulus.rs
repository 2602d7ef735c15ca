//! Stimulus files: JSON Lines, one operation per line, in order (interfaces.md §5).
//!
//! [`Reader`] is strict: every malformed line is an error with file, line, column, reason and remedy.
//! [`Writer`] produces the canonical spelling, which the reader accepts; it is an
//! [`Observer`](crate::Observer), so that any run can be recorded and replayed. [`shrink`] shortens a
//! stimulus to what a failure needs.

mod error;
mod fields;
mod head;
mod key;
mod names;
mod packed;
mod parts;
mod plain;
mod reader;
mod recognise;
mod scanner;
mod shrink;
mod writer;

pub use crate::operation::{Op, Operation, Target};
pub use error::{StimulusError, StimulusReason};
pub use key::OperationKey;
pub use parts::{GiveOperations, OperationPart, OperationParts};
pub use reader::Reader;
pub use recognise::is_stimulus;
pub use shrink::{cut, shrink};
pub use writer::Writer;

#[cfg(test)]
mod tests;
