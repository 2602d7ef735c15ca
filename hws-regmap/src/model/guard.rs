//! What keeps a field from being written.

use super::Placed;
use std::fmt;

/// A bit that decides whether a write to a field has an effect: a write-enable register (regwen) or a lock.
#[derive(Clone, Debug)]
pub struct WriteGuard {
    /// The register and its field, as the map writes them: `REGISTER.FIELD`, or `REGISTER` if it has one field.
    pub target: Placed<String>,
    /// The register that has the bit, by its full name; empty if there is none of that name.
    pub register: String,
    /// Its field.
    pub field: String,
    /// The value of the bit with which writes have an effect: `true` for a write enable, `false` for a lock.
    pub opens_at: bool,
}

impl PartialEq for WriteGuard {
    fn eq(&self, other: &Self) -> bool {
        (&self.register, &self.field, self.opens_at) == (&other.register, &other.field, other.opens_at)
    }
}

impl fmt::Display for WriteGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "writable while {}.{} is {}", self.register, self.field, u8::from(self.opens_at))
    }
}
