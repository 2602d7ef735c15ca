//! The history of a SIP: what it ran, when it was reserved or owned by firmware, and why it was idle.

mod recorder;
mod text;
mod why_idle;

use std::io::BufRead;

use hws_sim::stimulus::Reader;
use hws_types::{Cycle, LaunchId, Sip};
use serde::Serialize;

use super::error::ExplainError;
use super::facts::KernelRef;
use recorder::Recorder;

/// Everything that a SIP did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SipExplanation {
    /// The SIP.
    pub sip: Sip,
    /// The cycle in which the stimulus ends.
    pub end: Cycle,
    /// Its use from cycle 0 to the end, without gaps.
    pub spans: Vec<SipSpan>,
    /// The cycles of each use.
    pub totals: SipTotals,
}

/// A span of one use, `from <= cycle < to`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SipSpan {
    /// Its first cycle.
    pub from: Cycle,
    /// The cycle after its last one.
    pub to: Cycle,
    /// The use.
    #[serde(flatten)]
    pub used: SipUse,
}

/// Cycles by use; their sum is the length of the stimulus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SipTotals {
    /// It ran a block.
    pub running: u64,
    /// It was idle and reserved for a kernel.
    pub reserved: u64,
    /// Firmware owned it.
    pub owned: u64,
    /// It was idle for any other reason.
    pub idle: u64,
    /// The topology did not have it.
    pub absent: u64,
}

/// The use of a SIP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "use", rename_all = "snake_case")]
pub enum SipUse {
    /// SIP_TOPOLOGY does not have it (scheduler.md §8.8).
    Absent,
    /// Firmware owns it (scheduler.md §8.4).
    Owned,
    /// It runs a block.
    Running {
        /// The launch.
        launch_id: LaunchId,
        /// kernel_id of its kernel.
        kernel_id: u32,
        /// block_id.
        block: u16,
        /// kernel_id of the block that is pending behind it.
        pending: Option<u32>,
    },
    /// It is idle.
    Idle(WhyIdle),
}

/// Why a SIP is idle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "because", rename_all = "snake_case")]
pub enum WhyIdle {
    /// HWS_CTRL.ENABLE is 0.
    Disabled,
    /// No kernel is resident.
    NothingResident,
    /// Every resident kernel waits for its trigger or for grants.
    NothingToLaunch,
    /// The attempt in flight launches this kernel on it.
    Launching {
        /// The kernel.
        kernel: KernelRef,
    },
    /// It is reserved for this kernel (scheduler.md §6.6).
    Reserved {
        /// The kernel.
        kernel: KernelRef,
    },
    /// No kernel of the pools has it in affinity and usage mask (scheduler.md §5.1).
    NotAllowed,
    /// Its VG or die has no second resources for the kernels that may use it (scheduler.md §9.1).
    SecondResources,
    /// Kernels may use it, but no aligned place with it is free; the first of them (scheduler.md §5.2).
    NoPlace {
        /// The kernel.
        kernel: KernelRef,
    },
    /// A kernel could use it, but the attempt in flight launches this one elsewhere (scheduler.md §5.6).
    OtherFirst {
        /// The kernel that is launched.
        kernel: KernelRef,
    },
    /// An attempt is in flight that was latched before the SIP became idle (scheduler.md §3.1).
    InFlight,
    /// The machine has not decided yet: the next attempt begins with the next tick.
    Undecided,
}

/// Replays the stimulus and explains the SIP.
pub(super) fn explain<R: BufRead>(stimulus: Reader<R>, sip: Sip) -> Result<SipExplanation, ExplainError> {
    let machine = super::replayed(stimulus, Recorder::new(sip))?;
    let end = machine.cycle();
    Ok(machine.into_observer().answer(end))
}
