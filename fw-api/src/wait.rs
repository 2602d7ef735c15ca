//! Bounded waits: what a call waits for, and why the bound is sufficient.
//!
//! The bus has no clock, but every poll takes at least one cycle. A wait that must end within *n* cycles
//! is therefore over after *n* + 1 polls, the first of which may already see the state.

use core::fmt;

use hws_regs::params::{ATTEMPT_CYCLES, N_SIP};

/// An attempt latched just before the wait began commits ATTEMPT_CYCLES ticks later (scheduler.md §3.1).
const ATTEMPT_POLLS: u32 = ATTEMPT_CYCLES.saturating_add(1);

/// Between two launches a SIP changes at most twice (pre-idle, then idle). With one more pair of reads
/// than all SIPs can change, and one for a launch in between, some pair sees no change.
const STATUS_POLLS: u32 = (N_SIP as u32).saturating_mul(2).saturating_add(2);

/// What a call waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Room in the command queue. All queued commands retire at the next boundary, which is at
    /// the latest the commit of the attempt in flight (scheduler.md §1.2).
    CommandRoom,
    /// The retirement of a command: also at the next boundary.
    CommandRetired,
    /// The commit of the attempt in flight.
    AttemptCommitted,
    /// Two equal readings of the SIP masks. A busy machine on a slow bus may never give them; repeat
    /// the call.
    StableStatus,
    /// Two equal readings of a launch entry's identity.
    StableLaunch,
    /// SIPs that are closed to new blocks to become idle and not reserved. The blocks on them can take
    /// any time, so the caller of [`claim_when_idle`](crate::HwsDriver::claim_when_idle) sets the bound.
    SipsIdle {
        /// The caller's bound.
        polls: u32,
    },
}

impl Wait {
    /// Returns the number of polls after which the wait is given up.
    #[must_use]
    pub const fn polls(self) -> u32 {
        match self {
            Self::CommandRoom | Self::CommandRetired | Self::AttemptCommitted => ATTEMPT_POLLS,
            Self::StableStatus | Self::StableLaunch => STATUS_POLLS,
            Self::SipsIdle { polls } => polls,
        }
    }
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CommandRoom => "room in the command queue",
            Self::CommandRetired => "the retirement of a command",
            Self::AttemptCommitted => "the commit of an attempt",
            Self::StableStatus => "a stable reading of the SIP masks",
            Self::StableLaunch => "a stable reading of a launch",
            Self::SipsIdle { .. } => "idle SIPs",
        })
    }
}
