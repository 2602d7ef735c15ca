//! Registers in serde: an entry for each field, by its datasheet name.
//!
//! A flag is a truth value, a named value its name, anything else a number; a format that is not for
//! people gets the bits. What comes in is judged like a write: over-wide values are refused, and in a
//! stored register everything that a bus write would refuse, so that a checkpoint cannot bring in a
//! configuration that the hardware cannot have. Pulses are not part of a value: they are left out,
//! refused by name, and dropped from bits.

mod input;
mod output;

pub(crate) use input::deserialize;
pub(crate) use output::serialize;

use crate::{FieldInfo, Legal, Register};

/// The bits that a value is made of.
fn lasting<R: Register>(bits: u32) -> u32 {
    bits & !R::INFO.pulse_mask
}

/// A single bit without named values.
fn is_flag(field: &FieldInfo) -> bool {
    field.width == 1 && !matches!(field.legal, Legal::Enumerated(_))
}
