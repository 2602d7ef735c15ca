//! The answers of the CF register window: errors are about the access, never about the state.

use core::fmt;

/// An access that the window refuses. It sets ERR_STATUS.BUS and changes nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BusError {
    /// The offset is no multiple of 4.
    Unaligned,
    /// No register at this offset, or outside the window.
    Unmapped,
    /// A read of a write-only register.
    WriteOnly,
    /// A write to a read-only register, a popping one or a reserved word.
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

/// The FIFO of the HDR port is full; the push was refused and nothing changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the HDR FIFO is full")
    }
}

impl core::error::Error for Full {}
