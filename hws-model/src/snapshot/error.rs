//! Why a snapshot is refused: the place and the inconsistency.

use core::fmt;

use hws_regs::{ErrFirst, ErrStatus};
use hws_types::{Entry, LaunchId, Sip};

use super::{
    AttemptFault, CommandFault, CounterFault, DagFault, KernelFault, LaunchFault, LoaderFault,
    OwnershipFault, ReservationFault, SipFault, TimeFault, VcRunFault,
};
use crate::ConfigError;

/// Why a snapshot is refused: no HWS can be in its state. The message includes what would be consistent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RestoreError {
    /// N_RS or N_DAG is not supported.
    Config(ConfigError),
    /// XMC_SIP_MAP contains a physical SIP twice while ENABLE is 1, an attempt is in flight or a SIP is busy.
    SipMap,
    /// The cycle counters or the prescaler.
    Time(TimeFault),
    /// A DAG slot.
    Dag {
        /// The one concerned.
        slot: Entry,
        /// The inconsistency.
        fault: DagFault,
    },
    /// A kernel in the Ready Station.
    Kernel {
        /// The entry concerned.
        entry: Entry,
        /// The inconsistency.
        fault: KernelFault,
    },
    /// The reservation of an R-task.
    Reservation {
        /// The entry concerned.
        entry: Entry,
        /// The inconsistency.
        fault: ReservationFault,
    },
    /// A live launch.
    Launch {
        /// The one concerned.
        id: LaunchId,
        /// The inconsistency.
        fault: LaunchFault,
    },
    /// A SIP.
    Sip {
        /// The one concerned.
        sip: Sip,
        /// The inconsistency.
        fault: SipFault,
    },
    /// The VCs of a launch.
    VcRun {
        /// The launch.
        id: LaunchId,
        /// The inconsistency.
        fault: VcRunFault,
    },
    /// A firmware-owned SIP.
    Ownership {
        /// The one concerned.
        sip: Sip,
        /// The inconsistency.
        fault: OwnershipFault,
    },
    /// A task that is not in the Ready Station yet.
    Loader(LoaderFault),
    /// The attempt in flight.
    Attempt(AttemptFault),
    /// The command queue.
    Command(CommandFault),
    /// ERR_FIRST and ERR_STATUS are inconsistent.
    ErrorLog {
        /// ERR_FIRST.
        first: ErrFirst,
        /// ERR_STATUS.
        status: ErrStatus,
    },
    /// Two words in the MIH FIFO are not a message.
    Message {
        /// Their place; the oldest is 0.
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
                "ERR_FIRST is {:#x} with ERR_STATUS {:#x}; it must be 0 without an error, and otherwise VALID \
                 with the code of an error that is set",
                first.bits(),
                status.bits()
            ),
            Self::Message { position } => {
                write!(f, "MIH FIFO, message {position}: its words are not a message of interfaces.md")
            }
            Self::Counter(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for RestoreError {}
