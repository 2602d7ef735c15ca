//! Registers in serde: an entry for each field, by its datasheet name.
//!
//! A flag is a boolean, a named value its name, anything else a number; formats that are not human-readable
//! have the bits instead. Deserialized values are checked like writes: one that is too wide is refused, and so
//! is, in a stored register, anything that a bus write would refuse, so that a checkpoint cannot contain a
//! configuration that the hardware cannot have. Pulses are not part of a value: they are left out, refused
//! by name, and dropped from bits.

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
