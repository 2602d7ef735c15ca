//! An integer of 64 bits, with or without a sign.

use std::fmt;

/// An integer from −2⁶³ to 2⁶⁴ − 1.
#[derive(Clone, Copy, PartialEq, Eq)]
// An `i128` alone is aligned to 16 bytes, and would make each value of a tree 8 bytes larger.
#[repr(Rust, packed(8))]
pub struct Integer(i128);

impl Integer {
    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> i128 {
        self.0
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        Self(number.into())
    }
}

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
