//! Errors of the CF register window and of the HDR port. They concern only the access, never the state.

use core::fmt;

/// Why the register window refuses an access. A refused access sets ERR_STATUS.BUS and has no other effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BusError {
    /// The offset is not a multiple of 4.
    Unaligned,
    /// There is no register at the offset, or it is outside the window.
    Unmapped,
    /// A read of a write-only register.
    WriteOnly,
    /// A write to a read-only or popping register, or to a reserved word.
    ReadOnly,
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unaligned => "the offset is not a multiple of 4",
            Self::Unmapped => "no register at this offset",
            Self::WriteOnly => "the register is write-only",
            Self::ReadOnly => "the register is read-only",
        })
    }
}

impl core::error::Error for BusError {}

/// A push into a full FIFO, which is refused without an effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the HDR FIFO is full")
    }
}

impl core::error::Error for Full {}
