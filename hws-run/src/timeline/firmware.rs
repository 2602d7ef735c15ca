//! What firmware did: its register accesses by the call of the firmware API that made them, the interrupts and messages
//! that it was sent, and the times in which it had nothing to do.

use hws_sim::stimulus::Target;
use hws_types::{Cycle, RawMih};

/// What firmware did in a run, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirmwareLog {
    /// Cycles of an access.
    pub bus_cycles: u32,
    /// The names of the calls.
    pub names: Vec<String>,
    /// The calls that made accesses, by start.
    pub calls: Vec<FirmwareCall>,
    /// The accesses, by time.
    pub accesses: Vec<FirmwareAccess>,
    /// The times in which the interrupt line was high.
    pub interrupts: Vec<InterruptSpan>,
    /// The messages, by the cycle in which they were sent.
    pub messages: Vec<MessageSpan>,
    /// The spans in which firmware had nothing to do.
    pub waits: Vec<(Cycle, Cycle)>,
    /// Where the log ends if the run had more than [`MOST_ACCESSES`](Self::MOST_ACCESSES) accesses.
    pub cut: Option<LogCut>,
}

impl FirmwareLog {
    /// The number of accesses that are kept; what follows the last one is counted only.
    pub const MOST_ACCESSES: usize = 1 << 18;
}

/// A call of the firmware API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirmwareCall {
    /// Its name: an index of [`FirmwareLog::names`].
    pub name: u32,
    /// The cycle of its first access.
    pub from: Cycle,
    /// The cycle in which its last access had ended.
    pub to: Cycle,
}

/// An access of firmware to a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirmwareAccess {
    /// Its cycle.
    pub at: Cycle,
    /// The register.
    pub target: Target,
    /// Whether it wrote.
    pub is_write: bool,
    /// Whether it was refused.
    pub is_refused: bool,
    /// The value read or written; 0 if a read was refused.
    pub value: u32,
    /// The call that made it: an index of [`FirmwareLog::calls`].
    pub call: Option<u32>,
}

/// A time in which the interrupt line was high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InterruptSpan {
    /// The cycle in which the line rose.
    pub from: Cycle,
    /// The cycle in which firmware first read IRQ_STATUS.
    pub noticed: Option<Cycle>,
    /// The cycle in which firmware had acknowledged every cause, or the log ended.
    pub to: Cycle,
    /// A message was among the causes.
    pub has_message: bool,
    /// An error was among the causes.
    pub has_error: bool,
}

/// A message in the FIFO.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MessageSpan {
    /// The cycle in which it was sent.
    pub sent: Cycle,
    /// The cycle in which it left the FIFO; the end of the log if it did not.
    pub to: Cycle,
    /// Firmware took it: no reset emptied the FIFO before.
    pub is_taken: bool,
    /// Its words.
    pub raw: RawMih,
    /// The kernel that it is about, if that is known.
    pub kernel: Option<u32>,
}

/// The end of a log that did not hold everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogCut {
    /// Nothing from this cycle on is kept.
    pub at: Cycle,
    /// The number of accesses from there on.
    pub accesses: u64,
}
