//! The MDMA command, which makes one SIP run one thread of a block (interfaces.md §3).

use crate::{LaunchId, Sip, SipReport};

/// One command to one SIP. The specification gives its fields, not their bit positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct MdmaCommand {
    /// The thread of the block, counted from 0 over its SIPs in ascending order.
    pub thread_idx: u16,
    /// The block id.
    pub block_id: u16,
    /// The logical SIP.
    pub sip: Sip,
    /// The physical SIP: XMC_SIP_MAP of the logical one.
    pub physical_sip: Sip,
    /// The launch, which the SIP names in its reports.
    pub launch_id: LaunchId,
    /// kernel_id of the descriptor.
    pub kernel_id: u32,
    /// The first VC of the block.
    pub edte_vc_base: u8,
    /// The number of VCs of the block.
    pub edte_vc_num: u8,
    /// The byte address of the block's parameter slot ([`crate::TaskDescriptor::block_param_addr`]).
    pub block_param_addr: u32,
    /// kernel_est_exec_time as read at admission, in time units. Not a part of the command: the reference
    /// environment needs it.
    pub est_exec_time: u32,
    /// sim_exec_time as read at admission, in cycles; 0 means derived from the estimate. Not a part of the
    /// command either.
    pub sim_exec_time: u32,
}

impl MdmaCommand {
    /// Returns the report that the SIP sends when it has completed the command.
    #[must_use]
    pub const fn report(&self) -> SipReport {
        SipReport { launch_id: self.launch_id, block_id: self.block_id, sip: self.sip }
    }
}
