//! The operations on an HWS, as values: the meaning of a line of a stimulus.

use std::sync::LazyLock;

use hws_regs::{RegId, WINDOW_BYTES};
use hws_types::{Cycle, HdrPush};

/// An operation and its cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Before the tick of this cycle, and before the SIP reports due then.
    pub at: Cycle,
    /// The operation.
    pub op: Op,
}

/// An operation of the environment on the HWS.
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
        /// The register or offset.
        target: Target,
        /// The value.
        value: u32,
    },
    /// A bus read.
    Read {
        /// The register or offset.
        target: Target,
    },
    /// A push into the HDR port.
    Hdr(HdrPush),
    /// The reference environment is attached, or its lead changed.
    SipArray {
        /// Cycles before its end at which a run reports pre-complete; 0: never.
        pre_lead: u32,
    },
    /// The run stops before this tick.
    End,
}

/// The target of a bus access, as the trace will show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A register by name.
    Register(RegId),
    /// An offset, whether or not a register has it.
    Address(u32),
}

impl Target {
    /// Returns the offset on the bus.
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

/// The names of the registers at the words of the window; empty where no register is.
static NAMES: LazyLock<Box<[Box<str>]>> = LazyLock::new(|| {
    let mut names = vec![Box::default(); WINDOW_BYTES as usize / 4];
    RegId::all().for_each(|register| names[register.offset() as usize / 4] = register.to_string().into());
    names.into()
});

/// What the `Display` of a register shows.
pub(crate) fn name_of(register: RegId) -> &'static str {
    &NAMES[register.offset() as usize / 4]
}
