// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.
#![allow(dead_code, reason = "the macro generates an accessor for every field, used or not")]
#![allow(unreachable_pub, reason = "the macro does not apply pub(crate) to everything that it generates")]

use modular_bitfield::prelude::*;

/// DW0 of every message.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihHeader {
    pub(crate) kind: B2,
    pub(crate) src: B2,
    pub(crate) hdr_id: B4,
    pub(crate) hdr_entry_id: B8,
    pub(crate) block_id: B16,
}

/// DW1 of RESULT.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihResult {
    pub(crate) sip_sel_mask: B32,
}

/// DW1 of SCHED_INFO.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihSchedInfo {
    pub(crate) hws_entry_id: B5,
    #[skip]
    __: B3,
    pub(crate) launch_id: B6,
    #[skip]
    __: B2,
    pub(crate) last_block: bool,
    pub(crate) vc_base: B6,
    pub(crate) vc_num: B7,
    #[skip]
    __: B2,
}

/// DW1 of BLOCK_FINISH.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihBlockFinish {
    #[skip]
    __: B8,
    pub(crate) launch_id: B6,
    #[skip]
    __: B2,
    pub(crate) kernel_finish: bool,
    #[skip]
    __: B15,
}

/// DW1 of NOTIFY: an error.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihError {
    pub(crate) code: B5,
    #[skip]
    __: B23,
    pub(crate) subtype: B4,
}

/// DW1 of NOTIFY: a request for a second resource.
#[bitfield(bits = 32)]
#[derive(Clone, Copy)]
pub(crate) struct MihRequest {
    #[skip]
    __: B8,
    pub(crate) hws_entry_id: B5,
    #[skip]
    __: B3,
    pub(crate) places: B8,
    #[skip]
    __: B4,
    pub(crate) subtype: B4,
}

/// The unit that submitted a task to the HWS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SourceCode {
    /// The hardware dependency resolver.
    Hdr = 0,
    /// Firmware, by a write of FW_TASK_PUSH.
    Firmware = 1,
}

impl SourceCode {
    /// The code of a number.
    pub(crate) const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Hdr,
            1 => Self::Firmware,
            _ => return None,
        })
    }
}

/// The type of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MihTypeCode {
    /// Where a block was placed.
    Result = 0,
    /// Details of a launch, directly after its RESULT.
    SchedInfo = 1,
    /// All SIPs of a block have completed.
    BlockFinish = 2,
    /// A rejected task, or a request for a second resource.
    Notify = 3,
}

impl MihTypeCode {
    /// The code of a number.
    pub(crate) const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Result,
            1 => Self::SchedInfo,
            2 => Self::BlockFinish,
            3 => Self::Notify,
            _ => return None,
        })
    }
}

/// The subtype of a NOTIFY message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoticeCode {
    /// The task was rejected.
    Error = 0,
    /// A block needs an L2 grant.
    L2AllocReq = 1,
    /// A block needs a VC grant.
    VcAllocReq = 2,
}

impl NoticeCode {
    /// The code of a number.
    pub(crate) const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Error,
            1 => Self::L2AllocReq,
            2 => Self::VcAllocReq,
            _ => return None,
        })
    }
}

super::packed_as_u32!(MihHeader, MihResult, MihSchedInfo, MihBlockFinish, MihError, MihRequest);
