//! One access of a bus with what came of it: what the decorators show and keep.

use hws_regs::{Decoded, RegId};

/// One access and its answer; `E` says why it failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BusAccess<E> {
    /// A read.
    Read {
        /// Byte offset in the window.
        offset: u32,
        /// What was read.
        answer: Result<u32, E>,
    },
    /// A write.
    Write {
        /// Byte offset in the window.
        offset: u32,
        /// What was to be written.
        value: u32,
        /// Whether it was.
        answer: Result<(), E>,
    },
}

impl<E> BusAccess<E> {
    /// The byte offset in the window.
    pub const fn offset(&self) -> u32 {
        match self {
            Self::Read { offset, .. } | Self::Write { offset, .. } => *offset,
        }
    }

    /// The register at the offset, if there is one.
    pub fn register(&self) -> Option<RegId> {
        match RegId::decode(self.offset()) {
            Decoded::Register(id) => Some(id),
            Decoded::Reserved | Decoded::Unmapped | Decoded::Unaligned => None,
        }
    }

    /// Whether it is a write.
    pub const fn is_write(&self) -> bool {
        matches!(self, Self::Write { .. })
    }

    /// Whether it failed.
    pub const fn is_failed(&self) -> bool {
        matches!(self, Self::Read { answer: Err(_), .. } | Self::Write { answer: Err(_), .. })
    }
}
