//! What a SIP says about the block it runs (scheduler.md §7.3).

use crate::{LaunchId, Sip};

/// A report of a SIP. Its 32-bit form is the register SIP_REPORT_COMPLETE, whose layout is in
/// `hws-regs`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SipReport {
    /// The launch that the SIP runs.
    pub launch_id: LaunchId,
    /// The block of that launch.
    pub block_id: u16,
    /// The reporting SIP.
    pub sip: Sip,
}
