//! Why a snapshot is refused: the place, and what is wrong there.

use core::fmt;

use hws_regs::{ErrFirst, ErrStatus};
use hws_types::{Entry, LaunchId, Sip};

use super::{
    AttemptFault, CommandFault, CounterFault, DagFault, KernelFault, LaunchFault, LoaderFault,
    OwnershipFault, ReservationFault, SipFault, TimeFault, VcRunFault,
};
use crate::ConfigError;

/// A snapshot that no HWS can have left behind. The message says what would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RestoreError {
    /// N_RS or N_DAG is not supported.
    Config(ConfigError),
    /// XMC_SIP_MAP gives a physical SIP twice while ENABLE is 1, an attempt is in flight or a SIP is busy.
    SipMap,
    /// The clock.
    Time(TimeFault),
    /// A DAG slot.
    Dag {
        /// Which.
        slot: Entry,
        /// What is wrong.
        fault: DagFault,
    },
    /// A kernel in the Ready Station.
    Kernel {
        /// Its entry.
        entry: Entry,
        /// What is wrong.
        fault: KernelFault,
    },
    /// The reservation of an R-task.
    Reservation {
        /// Its entry.
        entry: Entry,
        /// What is wrong.
        fault: ReservationFault,
    },
    /// A live launch.
    Launch {
        /// Which.
        id: LaunchId,
        /// What is wrong.
        fault: LaunchFault,
    },
    /// A SIP.
    Sip {
        /// Which.
        sip: Sip,
        /// What is wrong.
        fault: SipFault,
    },
    /// The VCs of a launch.
    VcRun {
        /// The launch.
        id: LaunchId,
        /// What is wrong.
        fault: VcRunFault,
    },
    /// A firmware-owned SIP.
    Ownership {
        /// Which.
        sip: Sip,
        /// What is wrong.
        fault: OwnershipFault,
    },
    /// A task on its way to the Ready Station.
    Loader(LoaderFault),
    /// The attempt in flight.
    Attempt(AttemptFault),
    /// The command queue.
    Command(CommandFault),
    /// ERR_FIRST does not fit ERR_STATUS.
    ErrorLog {
        /// ERR_FIRST.
        first: ErrFirst,
        /// ERR_STATUS.
        status: ErrStatus,
    },
    /// Two words in the MIH FIFO that are no message.
    Message {
        /// Its place, the oldest is 0.
        position: usize,
    },
    /// The COUNTER page.
    Counter(CounterFault),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(error) => error.fmt(f),
            Self::SipMap => f.write_str(
                "XMC_SIP_MAP is not a permutation; it must be one while the HWS is enabled or busy",
            ),
            Self::Time(fault) => fault.fmt(f),
            Self::Dag { slot, fault } => write!(f, "DAG slot {}: {fault}", slot.get()),
            Self::Kernel { entry, fault } => write!(f, "entry {}: {fault}", entry.get()),
            Self::Reservation { entry, fault } => write!(f, "entry {}: {fault}", entry.get()),
            Self::Launch { id, fault } => write!(f, "launch {}: {fault}", id.get()),
            Self::Sip { sip, fault } => write!(f, "SIP {}: {fault}", sip.get()),
            Self::VcRun { id, fault } => write!(f, "launch {}: {fault}", id.get()),
            Self::Ownership { sip, fault } => write!(f, "SIP {}: {fault}", sip.get()),
            Self::Loader(fault) => fault.fmt(f),
            Self::Attempt(fault) => write!(f, "the attempt in flight: {fault}"),
            Self::Command(fault) => fault.fmt(f),
            Self::ErrorLog { first, status } => write!(
                f,
                "ERR_FIRST is {:#x} with ERR_STATUS {:#x}; it must be 0 without an error, else VALID with the \
                 code of one",
                first.bits(),
                status.bits()
            ),
            Self::Message { position } => {
                write!(f, "MIH FIFO, message {position}: its words are no message of interfaces.md")
            }
            Self::Counter(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for RestoreError {}
