//! The MIH FIFO: messages to firmware, in order, dropped when they do not fit (interfaces.md §4).

use hws_regs::{MihStatus, params};
use hws_types::RawMih;

use crate::fifo::Fifo;

/// Resource requests are sent only while fewer messages than this are in the FIFO (§9.3); the rest is kept free
/// for messages that would be lost.
pub(crate) const REQUEST_LIMIT: usize = 32;

/// The FIFO whose oldest message MIH_DATA_LO and MIH_DATA_HI read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct MihFifo(Fifo<RawMih, { params::MIH_FIFO }>);

impl MihFifo {
    pub(crate) fn new() -> Self {
        Self(Fifo::new())
    }

    /// Whether this many more messages fit.
    pub(crate) fn has_room(&self, messages: usize) -> bool {
        self.0.room() >= messages
    }

    /// Whether a resource request may be sent now.
    pub(crate) fn takes_requests(&self) -> bool {
        self.0.len() < REQUEST_LIMIT
    }

    /// Appends the message; returns `false`, without an effect, if the FIFO is full.
    pub(crate) fn push(&mut self, message: RawMih) -> bool {
        self.0.push(message).is_ok()
    }

    /// The oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &RawMih> {
        self.0.iter()
    }

    pub(crate) fn head(&self) -> RawMih {
        self.0.head().unwrap_or_default()
    }

    /// Removes the oldest message, if there is one: the effect of reading MIH_DATA_HI.
    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn status(&self) -> MihStatus {
        MihStatus::from_bits(0)
            .with_count_masked(self.0.len() as u32)
            .with_empty(self.is_empty())
            .with_full(!self.has_room(1))
    }
}
