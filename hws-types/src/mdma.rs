//! The MDMA command: one SIP is told to run one thread of a block (interfaces.md §3).

use crate::{LaunchId, Sip, SipReport};

/// One command to one SIP. The command has no bit positions; it is a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MdmaCommand {
    /// Which thread of the block, counted from 0 over the SIPs in ascending order.
    pub thread_idx: u16,
    /// Which block of the kernel.
    pub block_idx: u16,
    /// Logical SIP.
    pub sip: Sip,
    /// Physical SIP (XMC_SIP_MAP).
    pub physical_sip: Sip,
    /// The launch.
    pub launch_id: LaunchId,
    /// kernel_id of the descriptor.
    pub kernel_id: u32,
    /// First VC of the block.
    pub edte_vc_base: u8,
    /// Number of VCs of the block.
    pub edte_vc_num: u8,
    /// Byte address of the block's parameter slot.
    pub block_param_addr: u32,
    /// kernel_est_exec_time as read at admission, in time units. Beside the command: the reference
    /// environment uses it.
    pub est_exec_time: u32,
    /// sim_exec_time as read at admission, in cycles; 0: derived from the estimate.
    pub sim_exec_time: u32,
}

impl MdmaCommand {
    /// What the SIP reports when it is done.
    #[must_use]
    pub const fn report(&self) -> SipReport {
        SipReport { launch_id: self.launch_id, block_id: self.block_idx, sip: self.sip }
    }
}
