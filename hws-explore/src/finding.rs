//! What is wrong with a transition or a state.

use std::fmt;

use hws_model::ErrorBit;
use hws_sim::check::Violation;
use hws_types::{Rule, Sip};

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

impl Finding {
    /// The rule that is broken; `None` for an invariant, which cites its own, and where no single rule is.
    const fn rule(&self) -> Option<Rule> {
        match self {
            Self::Invariant(_) | Self::Error(_) | Self::Inconsistent { .. } | Self::Count { .. } => None,
            Self::TwiceGranted { .. } => Some(Rule::Scheduler7_1),
            Self::Foreign { .. } => Some(Rule::Scheduler5_1),
            Self::Block { expected: Some(_), .. } => Some(Rule::Scheduler6_2),
            Self::Block { expected: None, .. } => Some(Rule::Scheduler4_1),
            Self::NoKernel { .. } => Some(Rule::Scheduler2_4),
            Self::LeftEarly { .. } => Some(Rule::Scheduler6_4),
            Self::AdmittedTwice { .. } => Some(Rule::Scheduler2_2),
            Self::Sip { idle: true, .. } => Some(Rule::Scheduler7_2),
            Self::Sip { idle: false, .. } => Some(Rule::Scheduler7_3),
        }
    }

    /// The sentence without its rule.
    fn sentence(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invariant(violation) => write!(f, "{violation}"),
            Self::TwiceGranted { sip, to, of } => {
                write!(f, "SIP {} is granted to kernel {to} while kernel {of} has it", sip.get())
            }
            Self::Foreign { sip, to } => {
                write!(f, "SIP {} is granted to kernel {to}, which must not use it", sip.get())
            }
            Self::Block { kernel, expected: Some(expected), found } => {
                write!(f, "block {found} of kernel {kernel} is launched instead of block {expected}")
            }
            Self::Block { kernel, expected: None, found } => {
                write!(f, "block {found} of kernel {kernel} is launched without a trigger")
            }
            Self::NoKernel { entry } => {
                write!(f, "an event names entry {entry}, in which no kernel is resident")
            }
            Self::LeftEarly { kernel, launched } => {
                write!(f, "kernel {kernel} leaves with only {launched} of its blocks launched")
            }
            Self::AdmittedTwice { kernel } => {
                write!(f, "kernel {kernel} is admitted although it was not pushed again")
            }
            Self::Error(bit) => write!(f, "the error {bit:?} is set although every operation was legal"),
            Self::Sip { sip, idle: true } => {
                write!(f, "SIP {} is idle although it runs a block", sip.get())
            }
            Self::Sip { sip, idle: false } => {
                write!(f, "SIP {} is lost: busy although it runs no block", sip.get())
            }
            Self::Inconsistent { reason } => write!(f, "the state is inconsistent: {reason}"),
            Self::Count { what, hws, events } => {
                write!(f, "{what}: the HWS has {hws}, and {events} follow from what happened (I7)")
            }
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence(f)?;
        self.rule().map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}
