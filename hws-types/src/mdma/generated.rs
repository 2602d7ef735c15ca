// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

use crate::{LaunchId, Sip};

/// One command to one SIP. It has no bit positions. (interfaces.md §3)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct MdmaCommand {
    /// The thread of the block, counted from 0 over its SIPs in ascending order.
    pub thread_idx: u16,
    /// The block.
    pub block_id: u16,
    /// The logical SIP.
    pub sip: Sip,
    /// The physical SIP: XMC_SIP_MAP of the logical one. (scheduler.md §8.6)
    pub physical_sip: Sip,
    /// The launch, which the SIP names in its reports.
    pub launch_id: LaunchId,
    /// kernel_id of the descriptor.
    pub kernel_id: u32,
    /// The first VC of the block. (scheduler.md §9.2)
    pub edte_vc_base: u8,
    /// The number of VCs of the block. (scheduler.md §9.2)
    pub edte_vc_num: u8,
    /// The byte address of the block's parameter slot.
    pub block_param_addr: u32,
    /// kernel_est_exec_time as read at admission. Not a part of the command: the reference environment needs it. Unit: time units. (interfaces.md §6)
    pub est_exec_time: u32,
    /// sim_exec_time as read at admission; 0 means derived from the estimate. Not a part of the command either. Unit: cycles. (interfaces.md §6)
    pub sim_exec_time: u32,
}
