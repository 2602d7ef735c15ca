//! The other ports: tasks from the HDR, commands to the MDMA.

use hws_types::{HdrPush, MdmaCommand};

use crate::boundary::{from_c, get, with};
use crate::{hws_model, hws_model_status};

/// One command to one SIP.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct hws_mdma_command {
    /// Index of the thread in the block, from 0 over the SIPs in ascending order.
    pub thread_idx: u32,
    /// Index of the block in the kernel.
    pub block_idx: u32,
    /// Logical SIP.
    pub sip: u32,
    /// Physical SIP.
    pub physical_sip: u32,
    /// The launch.
    pub launch_id: u32,
    /// kernel_id of the descriptor.
    pub kernel_id: u32,
    /// First VC of the block.
    pub edte_vc_base: u32,
    /// Number of VCs of the block.
    pub edte_vc_num: u32,
    /// Byte address of the block's parameter slot.
    pub block_param_addr: u32,
    /// kernel_est_exec_time as read at admission, in time units.
    pub est_exec_time: u32,
    /// sim_exec_time as read at admission, in cycles; 0 means derived from the estimate.
    pub sim_exec_time: u32,
}

impl From<MdmaCommand> for hws_mdma_command {
    fn from(command: MdmaCommand) -> Self {
        Self {
            thread_idx: command.thread_idx.into(),
            block_idx: command.block_idx.into(),
            sip: command.sip.get(),
            physical_sip: command.physical_sip.get(),
            launch_id: command.launch_id.get(),
            kernel_id: command.kernel_id,
            edte_vc_base: command.edte_vc_base.into(),
            edte_vc_num: command.edte_vc_num.into(),
            block_param_addr: command.block_param_addr,
            est_exec_time: command.est_exec_time,
            sim_exec_time: command.sim_exec_time,
        }
    }
}

/// Pushes a task into the HDR port: hdr_id 0..=15, hdr_entry_id 0..=255, and the byte address of its descriptor.
///
/// Errors: HWS_MODEL_ARGUMENT if an id is out of range; HWS_MODEL_FULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_push_hdr(
    model: *mut hws_model,
    hdr_id: u32,
    hdr_entry_id: u32,
    td_addr: u32,
) -> hws_model_status {
    from_c!(with(model, |model| {
        let narrow = |value| u8::try_from(value).map_err(|_| hws_model_status::HWS_MODEL_ARGUMENT);
        let push = HdrPush { hdr_id: narrow(hdr_id)?, hdr_entry_id: narrow(hdr_entry_id)?, td_addr };
        Ok(model.hws.push_hdr(push)?)
    }))
}

/// Takes the next command to the MDMA.
///
/// Errors: HWS_MODEL_EMPTY if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_pop_mdma(
    model: *mut hws_model,
    command: *mut hws_mdma_command,
) -> hws_model_status {
    from_c!(get(model, command, |model| {
        model.hws.pop_mdma().map(Into::into).ok_or(hws_model_status::HWS_MODEL_EMPTY)
    }))
}
