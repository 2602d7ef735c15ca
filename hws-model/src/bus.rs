//! Errors of the CF register window and of the HDR port. They concern only the access, never the state.

use core::fmt;

use hws_types::HdrPush;

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

/// Why the HDR port refuses a push (interfaces.md §2). A refused push has no effect and sets no error bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HdrRefused {
    /// The HDR FIFO is full; the same push is accepted once [`Hws::hdr_room`](crate::Hws::hdr_room) is not 0.
    Full,
    /// hdr_id does not fit into the four bits of the port.
    HdrId {
        /// The hdr_id, above [`HdrPush::MAX_HDR_ID`].
        hdr_id: u8,
    },
}

impl fmt::Display for HdrRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("the HDR FIFO is full"),
            Self::HdrId { hdr_id } => {
                write!(
                    f,
                    "hdr_id {hdr_id} does not fit in the HDR port; it must be 0..={}",
                    HdrPush::MAX_HDR_ID
                )
            }
        }
    }
}

impl core::error::Error for HdrRefused {}
