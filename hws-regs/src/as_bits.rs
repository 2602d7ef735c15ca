//! Registers in serde: a number, the word's bits.

use crate::Register;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<R: Register, S: Serializer>(register: R, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(register.bits())
}

/// A stored register refuses the values that a bus write would refuse, so that a checkpoint cannot
/// bring in a configuration that the hardware cannot have.
pub(crate) fn deserialize<'de, R: Register, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let bits = u32::deserialize(deserializer)?;
    if R::INFO.is_stored() && !R::INFO.is_legal(bits) {
        return Err(D::Error::custom(format_args!("{bits:#x} is not a legal value of {}", R::INFO.name)));
    }
    Ok(R::from_bits(bits))
}
