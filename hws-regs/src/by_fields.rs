//! Registers in serde: an entry for each field, by its datasheet name.
//!
//! A flag is a boolean, a named value is its name, anything else is a number; formats that are not human-readable
//! contain the bits instead. Deserialized values are checked like writes. Values that are too wide are refused and,
//! in a stored register, so is anything that a bus write would refuse, so that a checkpoint cannot contain a
//! configuration that is impossible in hardware. Pulses are not part of a value: they are omitted, refused by name,
//! and dropped from bits.

mod input;
mod output;

pub(crate) use input::deserialize;
pub(crate) use output::serialize;

use crate::{FieldInfo, Legal, Register};

/// The bits that belong to a value: all fields but pulses.
fn lasting<R: Register>(bits: u32) -> u32 {
    bits & !R::INFO.pulse_mask
}

/// A single bit without named values.
fn is_flag(field: &FieldInfo) -> bool {
    field.width == 1 && !matches!(field.legal, Legal::Enumerated(_))
}
