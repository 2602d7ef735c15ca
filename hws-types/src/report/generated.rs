// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

use crate::{LaunchId, Sip};

/// A complete or pre-complete report of a SIP. Its packed form is a write of SIP_REPORT_COMPLETE or SIP_REPORT_PRE_COMPLETE, which share a layout. (scheduler.md §7.3)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct SipReport {
    /// The launch that the SIP runs.
    pub launch_id: LaunchId,
    /// The block of that launch.
    pub block_id: u16,
    /// The reporting SIP.
    pub sip: Sip,
}
