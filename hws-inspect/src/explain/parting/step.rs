//! The steps of a run that two runs are compared by.

use hws_model::{CommandKind, ErrorBit};
use hws_types::{Cycle, Sip, SipMask};
use serde::Serialize;

/// An event of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) at: Cycle,
    pub(super) what: What,
}

/// What happened. Kernels are kernel_ids; entries, sequence numbers and launch ids are not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A command of firmware was retired.
    Command(CommandKind),
    /// A kernel was admitted to the Ready Station.
    Admit { kernel: u32 },
    /// An attempt ended.
    Commit { launched: bool },
    /// A block was launched.
    Launch { kernel: u32, block: u16, sips: SipMask },
    /// A kernel became an R-task.
    Promote { kernel: u32, sips: SipMask },
    /// A stale reservation was cancelled.
    Cancel { kernel: u32, sips: SipMask },
    /// A SIP completed its part of a block.
    Complete { kernel: u32, block: u16, sip: Sip },
    /// An ERR_STATUS condition.
    Error(ErrorBit),
    /// A soft reset.
    Reset,
}

/// The unit in which a difference begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// The HWS: an attempt decides otherwise.
    Decision,
    /// A SIP: a block takes another time.
    Completion,
    /// The way of a kernel to the HWS: it is admitted at another time, or only in one run.
    Admission,
    /// Firmware: a command at another time, or only in one run.
    Firmware,
    /// An error or a reset.
    Trouble,
}

impl What {
    pub(super) const fn kind(&self) -> DifferenceKind {
        match self {
            Self::Commit { .. } | Self::Launch { .. } | Self::Promote { .. } | Self::Cancel { .. } => {
                DifferenceKind::Decision
            }
            Self::Complete { .. } => DifferenceKind::Completion,
            Self::Admit { .. } => DifferenceKind::Admission,
            Self::Command(_) => DifferenceKind::Firmware,
            Self::Error(_) | Self::Reset => DifferenceKind::Trouble,
        }
    }

    /// Whether it is the effect of a decision.
    pub(super) const fn is_effect(&self) -> bool {
        matches!(self, Self::Launch { .. } | Self::Promote { .. } | Self::Cancel { .. })
    }

    pub(super) const fn kernel(&self) -> Option<u32> {
        match *self {
            Self::Admit { kernel }
            | Self::Launch { kernel, .. }
            | Self::Promote { kernel, .. }
            | Self::Cancel { kernel, .. }
            | Self::Complete { kernel, .. } => Some(kernel),
            Self::Command(_) | Self::Commit { .. } | Self::Error(_) | Self::Reset => None,
        }
    }

    /// The same of another kernel.
    pub(super) const fn of_kernel(self, kernel: u32) -> Self {
        match self {
            Self::Admit { .. } => Self::Admit { kernel },
            Self::Launch { block, sips, .. } => Self::Launch { kernel, block, sips },
            Self::Promote { sips, .. } => Self::Promote { kernel, sips },
            Self::Cancel { sips, .. } => Self::Cancel { kernel, sips },
            Self::Complete { block, sip, .. } => Self::Complete { kernel, block, sip },
            other => other,
        }
    }

    /// The same on no SIP in particular.
    pub(super) fn anywhere(self) -> Self {
        let sips = SipMask::EMPTY;
        match self {
            Self::Launch { kernel, block, .. } => Self::Launch { kernel, block, sips },
            Self::Promote { kernel, .. } => Self::Promote { kernel, sips },
            Self::Cancel { kernel, .. } => Self::Cancel { kernel, sips },
            Self::Complete { kernel, block, .. } => Self::Complete { kernel, block, sip: Sip::default() },
            other => other,
        }
    }
}
