//! Reads, validates, compares and exports a file of interfaces (`interfaces.yaml`): what crosses a boundary beside registers.
//!
//! * [`Interfaces`]: enums, records of words, ports, operations, events and rules;
//! * [`check`]: a text as such a value, or every fault with its place;
//! * [`compare`]: what has changed between two files, and whether it breaks a layout;
//! * [`emit`]: Rust, C, SystemVerilog, Python, JSON Schema and tables for pages;
//! * [`schema`]: the JSON Schema of the file itself.
//!
//! The crate knows no device: a rule is a page and a number, a register is a name.

#![forbid(unsafe_code)]

mod check;
mod compare;
pub mod emit;
mod model;
mod read;
mod schema;
#[cfg(test)]
mod tests;

/// Values of JSON in signatures are of this crate.
pub use serde_json;

pub use check::{Checked, check};
pub use compare::{InterfaceChange, compare};
pub use model::{
    BitPlace, Enum, EnumValue, Field, FieldShape, Interfaces, Lanes, Message, Port, Record, RuleEntry,
    Sampled, Show,
};
pub use schema::schema;
