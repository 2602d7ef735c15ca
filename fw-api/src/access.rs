//! One bus access with its result, as the decorators report and record it.

use hws_regs::{Decoded, RegId};

/// One access and its result; `E` is the error of a failed access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BusAccess<E> {
    /// A read.
    Read {
        /// Byte offset in the window.
        offset: u32,
        /// The value read.
        answer: Result<u32, E>,
    },
    /// A write.
    Write {
        /// Byte offset in the window.
        offset: u32,
        /// The value to write.
        value: u32,
        /// Whether the write succeeded.
        answer: Result<(), E>,
    },
}

impl<E> BusAccess<E> {
    /// Returns the byte offset in the window.
    pub const fn offset(&self) -> u32 {
        match self {
            Self::Read { offset, .. } | Self::Write { offset, .. } => *offset,
        }
    }

    /// Returns the register at the offset, if there is one.
    pub fn register(&self) -> Option<RegId> {
        match RegId::decode(self.offset()) {
            Decoded::Register(id) => Some(id),
            Decoded::Reserved | Decoded::Unmapped | Decoded::Unaligned => None,
        }
    }

    /// Returns whether this is a write.
    pub const fn is_write(&self) -> bool {
        matches!(self, Self::Write { .. })
    }

    /// Returns whether the access failed.
    pub const fn is_failed(&self) -> bool {
        matches!(self, Self::Read { answer: Err(_), .. } | Self::Write { answer: Err(_), .. })
    }
}
