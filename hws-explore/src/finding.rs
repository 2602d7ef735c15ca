//! What is wrong with a transition or a state.

use std::fmt;

use hws_model::ErrorBit;
use hws_sim::check::Violation;
use hws_types::Sip;

/// A property that does not hold. Kernels are named by their index in the configuration.
#[derive(Clone, Debug)]
pub enum Finding {
    /// An invariant that the registers alone decide.
    Invariant(Box<Violation>),
    /// A SIP was granted although it is not free.
    TwiceGranted {
        /// The SIP.
        sip: Sip,
        /// The kernel that got it.
        to: usize,
        /// The kernel that has it.
        of: usize,
    },
    /// A SIP was granted that the kernels must not use.
    Foreign {
        /// The SIP.
        sip: Sip,
        /// The kernel that got it.
        to: usize,
    },
    /// A block was launched out of order, twice, or too early.
    Block {
        /// The kernel.
        kernel: usize,
        /// The block that had to come next; none if no further block was permitted.
        expected: Option<u16>,
        /// The block that was launched.
        found: u16,
    },
    /// An event names an entry in which no kernel is resident.
    NoKernel {
        /// The entry.
        entry: u32,
    },
    /// A kernel left before all its blocks were launched.
    LeftEarly {
        /// The kernel.
        kernel: usize,
        /// The blocks that were launched.
        launched: u16,
    },
    /// A kernel was admitted that was not on its way.
    AdmittedTwice {
        /// The kernel.
        kernel: usize,
    },
    /// A legal operation set an error bit.
    Error(ErrorBit),
    /// A SIP is busy for the HWS and free by what was launched and completed, or the reverse.
    Sip {
        /// The SIP.
        sip: Sip,
        /// Whether the HWS has it idle.
        idle: bool,
    },
    /// The model refuses to restore its own state.
    Inconsistent {
        /// Its reason.
        reason: String,
    },
    /// A count of the HWS differs from what happened.
    Count {
        /// What is counted.
        what: &'static str,
        /// In the HWS.
        hws: usize,
        /// By the events so far.
        events: usize,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invariant(violation) => violation.fmt(f),
            Self::TwiceGranted { sip, to, of } => write!(
                f,
                "SIP {} is granted to kernel {to} while kernel {of} has it (scheduler.md §7.1)",
                sip.get()
            ),
            Self::Foreign { sip, to } => {
                write!(
                    f,
                    "SIP {} is granted to kernel {to}, which must not use it (scheduler.md §5.1)",
                    sip.get()
                )
            }
            Self::Block { kernel, expected: Some(expected), found } => write!(
                f,
                "block {found} of kernel {kernel} is launched instead of block {expected} (scheduler.md §6.2)"
            ),
            Self::Block { kernel, expected: None, found } => {
                write!(
                    f,
                    "block {found} of kernel {kernel} is launched without a trigger (scheduler.md §4.1)"
                )
            }
            Self::NoKernel { entry } => {
                write!(f, "an event names entry {entry}, in which no kernel is resident (scheduler.md §2.4)")
            }
            Self::LeftEarly { kernel, launched } => write!(
                f,
                "kernel {kernel} leaves with only {launched} of its blocks launched (scheduler.md §6.4)"
            ),
            Self::AdmittedTwice { kernel } => {
                write!(f, "kernel {kernel} is admitted although it was not pushed again (scheduler.md §2.2)")
            }
            Self::Error(bit) => write!(f, "the error {bit:?} is set although every operation was legal"),
            Self::Sip { sip, idle: true } => {
                write!(f, "SIP {} is idle although it runs a block (scheduler.md §7.2)", sip.get())
            }
            Self::Sip { sip, idle: false } => {
                write!(f, "SIP {} is lost: busy although it runs no block (scheduler.md §7.3)", sip.get())
            }
            Self::Inconsistent { reason } => write!(f, "the state is inconsistent: {reason}"),
            Self::Count { what, hws, events } => {
                write!(f, "{what}: the HWS has {hws}, and {events} follow from what happened (I7)")
            }
        }
    }
}
