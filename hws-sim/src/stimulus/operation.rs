//! What a stimulus line means, as a value.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};

/// An operation and when it happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Before the tick of this cycle, and before the SIP reports due then.
    pub at: Cycle,
    /// What happens.
    pub op: Op,
}

/// One thing that the surroundings do to the HWS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Shared memory is written.
    Mem {
        /// Byte address of the first word.
        addr: u32,
        /// The words.
        words: Vec<u32>,
    },
    /// A bus write.
    Write {
        /// Where.
        target: Target,
        /// What.
        value: u32,
    },
    /// A bus read.
    Read {
        /// Where.
        target: Target,
    },
    /// A push into the HDR port.
    Hdr(HdrPush),
    /// The reference environment is attached, or its lead changed.
    SipArray {
        /// How many cycles before its end a run reports pre-complete; 0: never.
        pre_lead: u32,
    },
    /// The run stops before this tick.
    End,
}

/// Where a bus access goes, spelled as the trace will show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A register by name.
    Register(RegId),
    /// Any offset, registers or not.
    Address(u32),
}

impl Target {
    /// The offset on the bus.
    #[must_use]
    pub fn offset(self) -> u32 {
        match self {
            Self::Register(register) => register.offset(),
            Self::Address(offset) => offset,
        }
    }
}

impl From<RegId> for Target {
    fn from(register: RegId) -> Self {
        Self::Register(register)
    }
}
