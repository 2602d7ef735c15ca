//! The other ports: tasks from the HDR, commands to the MDMA.

use ::hws_model::Hws;
use hws_types::{HdrPush, MdmaCommand};

use crate::boundary::{aligned, from_c, get, with};
use crate::watcher::Sinks;
use crate::{hws_model, hws_model_status};

/// One command to one SIP.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct hws_mdma_command {
    /// Index of the thread in the block, from 0 over the SIPs in ascending order.
    pub thread_idx: u32,
    /// Index of the block in the kernel.
    pub block_id: u32,
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
            block_id: command.block_id.into(),
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
        let pushed = |hws: &mut Hws, _: &mut Sinks<'_>| hws.push_hdr(push);
        Ok(model.act(pushed, |watcher, answer| watcher.pushed(push, *answer))?)
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

/// Takes the next command to the MDMA as scalars, for callers that cannot pass structures, such as SystemVerilog simulators over
/// DPI: the members of `hws_mdma_command` in their order.
///
/// Errors: HWS_MODEL_EMPTY if there is none.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "one for each member")]
pub unsafe extern "C" fn hws_model_pop_mdma_scalars(
    model: *mut hws_model,
    thread_idx: *mut u32,
    block_id: *mut u32,
    sip: *mut u32,
    physical_sip: *mut u32,
    launch_id: *mut u32,
    kernel_id: *mut u32,
    edte_vc_base: *mut u32,
    edte_vc_num: *mut u32,
    block_param_addr: *mut u32,
    est_exec_time: *mut u32,
    sim_exec_time: *mut u32,
) -> hws_model_status {
    let places = [
        thread_idx,
        block_id,
        sip,
        physical_sip,
        launch_id,
        kernel_id,
        edte_vc_base,
        edte_vc_num,
        block_param_addr,
        est_exec_time,
        sim_exec_time,
    ];
    from_c!(with(model, |model| {
        for place in places {
            aligned(place)?;
        }
        let command = model.hws.pop_mdma().ok_or(hws_model_status::HWS_MODEL_EMPTY)?;
        let it = hws_mdma_command::from(command);
        let values = [
            it.thread_idx,
            it.block_id,
            it.sip,
            it.physical_sip,
            it.launch_id,
            it.kernel_id,
            it.edte_vc_base,
            it.edte_vc_num,
            it.block_param_addr,
            it.est_exec_time,
            it.sim_exec_time,
        ];
        places.into_iter().zip(values).for_each(|(place, value)| place.write(value));
        Ok(())
    }))
}
