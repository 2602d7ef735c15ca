//! The kinds of faults, with their names.

use std::fmt;
use std::str::FromStr;

use hws_input::{did_you_mean, nearest};
use thiserror::Error;

/// A kind of fault. What counts as one occasion is said of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// Each access of firmware: it is not delivered, or delivered and its answer lost. Of the chosen occasions, those
    /// with even numbers lose the answer, those with odd numbers the access.
    BusFault,
    /// Each word of shared memory that the HWS reads: it is refused.
    MemoryFault,
    /// Each report of a SIP: it is not written.
    LostReport,
    /// Each report of a SIP: it is written twice.
    DoubledReport,
    /// Each report of a SIP: it is written later.
    LateReport,
    /// Each report of a SIP: it is written after the one that follows.
    ReorderedReport,
    /// Each message at the head of the FIFO: firmware does not see it.
    LostMessage,
    /// Each message at the head of the FIFO: firmware takes it twice.
    DoubledMessage,
    /// Each message at the head of the FIFO: firmware sees it later, after others.
    LateMessage,
    /// Each time that the interrupt line is asserted: firmware does not see it until it is asserted again.
    LostInterrupt,
    /// Each report of a SIP: neither it nor any later one of that SIP is written.
    StuckSip,
    /// Each descriptor that the HWS reads: it has no legal number of threads.
    Reject,
}

/// A name that no kind of fault has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown fault `{name}`; {}expected {}",
    did_you_mean(nearest(name, FaultKind::names())),
    FaultKind::names().collect::<Vec<_>>().join(", ")
)]
pub struct UnknownFault {
    /// The name.
    pub name: String,
}

impl FaultKind {
    /// Every kind, in the order of their documentation.
    pub const ALL: [Self; 12] = [
        Self::BusFault,
        Self::MemoryFault,
        Self::LostReport,
        Self::DoubledReport,
        Self::LateReport,
        Self::ReorderedReport,
        Self::LostMessage,
        Self::DoubledMessage,
        Self::LateMessage,
        Self::LostInterrupt,
        Self::StuckSip,
        Self::Reject,
    ];

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BusFault => "bus-fault",
            Self::MemoryFault => "memory-fault",
            Self::LostReport => "lost-report",
            Self::DoubledReport => "doubled-report",
            Self::LateReport => "late-report",
            Self::ReorderedReport => "reordered-report",
            Self::LostMessage => "lost-message",
            Self::DoubledMessage => "doubled-message",
            Self::LateMessage => "late-message",
            Self::LostInterrupt => "lost-interrupt",
            Self::StuckSip => "stuck-sip",
            Self::Reject => "reject",
        }
    }

    /// Returns what happens, in words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::BusFault => "the access is not delivered, or it is delivered and its answer is lost",
            Self::MemoryFault => {
                "the HWS is refused the word: a descriptor is rejected, live words are not taken over"
            }
            Self::LostReport => "the report is not written",
            Self::DoubledReport => "the report is written twice",
            Self::LateReport => "the report is written 200 cycles later",
            Self::ReorderedReport => "the report is written after the next one, or 200 cycles later",
            Self::LostMessage => "firmware does not see the message",
            Self::DoubledMessage => "firmware takes the message twice",
            Self::LateMessage => "firmware sees the message 200 cycles later, after others",
            Self::LostInterrupt => "firmware does not see the interrupt until the line is asserted again",
            Self::StuckSip => {
                "neither this report nor any later one of the SIP is written, until the SIP is reset"
            }
            Self::Reject => "the HWS finds no legal thread_num in the descriptor, and rejects the kernel",
        }
    }

    /// Returns what counts as one occasion: the unit of a rate.
    #[must_use]
    pub const fn occasion(self) -> &'static str {
        match self {
            Self::BusFault => "register access of firmware",
            Self::MemoryFault => "word of shared memory that the HWS reads",
            Self::LostReport
            | Self::DoubledReport
            | Self::LateReport
            | Self::ReorderedReport
            | Self::StuckSip => "report of a SIP",
            Self::LostMessage | Self::DoubledMessage | Self::LateMessage => "message of the HWS",
            Self::LostInterrupt => "assertion of the interrupt line",
            Self::Reject => "descriptor that the HWS reads",
        }
    }

    fn names() -> impl Iterator<Item = &'static str> + Clone {
        Self::ALL.into_iter().map(Self::name)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FaultKind {
    type Err = UnknownFault;

    fn from_str(name: &str) -> Result<Self, UnknownFault> {
        let named = Self::ALL.into_iter().find(|kind| kind.name() == name);
        named.ok_or_else(|| UnknownFault { name: name.to_owned() })
    }
}
