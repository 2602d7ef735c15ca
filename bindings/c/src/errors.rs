//! The error conditions of the HWS: numbers, sets of them, and the interrupt line.

use core::ffi::{CStr, c_char};

use fw_api::{HwsError, HwsErrors, Interrupts};

use crate::boundary::{Answer, call, from_c, get};
use crate::{hws_bus, hws_error, hws_status};

/// An unaligned, unmapped or wrong-direction access.
pub const HWS_ERROR_BUS: u32 = 0;
/// A configuration write was refused.
pub const HWS_ERROR_CFG: u32 = 1;
/// Shared memory refused a descriptor word.
pub const HWS_ERROR_TD_READ: u32 = 2;
/// Rejected: thread_num is not a legal one.
pub const HWS_ERROR_TD_THREAD_NUM: u32 = 3;
/// Rejected: a block is larger than a cluster.
pub const HWS_ERROR_TD_CLUSTER: u32 = 4;
/// Rejected: no block, or a block id past 65535.
pub const HWS_ERROR_TD_BLOCK_NUM: u32 = 5;
/// Rejected: no output path.
pub const HWS_ERROR_TD_OUT_PATH: u32 = 6;
/// Rejected: a cooperative kernel larger than the machine.
pub const HWS_ERROR_TD_COOP: u32 = 7;
/// Rejected: the kernel fits nowhere.
pub const HWS_ERROR_TD_UNPLACEABLE: u32 = 8;
/// No slot for a task's tag: it stays an O-task.
pub const HWS_ERROR_DAG_TABLE_FULL: u32 = 9;
/// A completion that matches no launch.
pub const HWS_ERROR_SPURIOUS_COMPLETE: u32 = 10;
/// A pre-completion that matches no launch.
pub const HWS_ERROR_SPURIOUS_PRE_COMPLETE: u32 = 11;
/// A message was dropped.
pub const HWS_ERROR_MIH_OVERFLOW: u32 = 12;
/// A command was dropped.
pub const HWS_ERROR_CMD_OVERFLOW: u32 = 13;
/// A firmware task was dropped.
pub const HWS_ERROR_FW_TASK_OVERFLOW: u32 = 14;
/// A firmware task came while IN_PATH is HDR.
pub const HWS_ERROR_FW_TASK_MODE: u32 = 15;
/// A trigger or refresh named an entry that is not the kernel's.
pub const HWS_ERROR_TRIGGER_ENTRY: u32 = 16;
/// A trigger count went down.
pub const HWS_ERROR_TRIGGER_REGRESS: u32 = 17;

/// The conditions with the names of their bits in ERR_STATUS.
const CONDITIONS: [(u32, HwsError, &CStr); 18] = [
    (HWS_ERROR_BUS, HwsError::Bus, c"BUS"),
    (HWS_ERROR_CFG, HwsError::Cfg, c"CFG"),
    (HWS_ERROR_TD_READ, HwsError::TdRead, c"TD_READ"),
    (HWS_ERROR_TD_THREAD_NUM, HwsError::TdThreadNum, c"TD_THREAD_NUM"),
    (HWS_ERROR_TD_CLUSTER, HwsError::TdCluster, c"TD_CLUSTER"),
    (HWS_ERROR_TD_BLOCK_NUM, HwsError::TdBlockNum, c"TD_BLOCK_NUM"),
    (HWS_ERROR_TD_OUT_PATH, HwsError::TdOutPath, c"TD_OUT_PATH"),
    (HWS_ERROR_TD_COOP, HwsError::TdCoop, c"TD_COOP"),
    (HWS_ERROR_TD_UNPLACEABLE, HwsError::TdUnplaceable, c"TD_UNPLACEABLE"),
    (HWS_ERROR_DAG_TABLE_FULL, HwsError::DagTableFull, c"DAG_TABLE_FULL"),
    (HWS_ERROR_SPURIOUS_COMPLETE, HwsError::SpuriousComplete, c"SPURIOUS_COMPLETE"),
    (HWS_ERROR_SPURIOUS_PRE_COMPLETE, HwsError::SpuriousPreComplete, c"SPURIOUS_PRE_COMPLETE"),
    (HWS_ERROR_MIH_OVERFLOW, HwsError::MihOverflow, c"MIH_OVERFLOW"),
    (HWS_ERROR_CMD_OVERFLOW, HwsError::CmdOverflow, c"CMD_OVERFLOW"),
    (HWS_ERROR_FW_TASK_OVERFLOW, HwsError::FwTaskOverflow, c"FW_TASK_OVERFLOW"),
    (HWS_ERROR_FW_TASK_MODE, HwsError::FwTaskMode, c"FW_TASK_MODE"),
    (HWS_ERROR_TRIGGER_ENTRY, HwsError::TriggerEntry, c"TRIGGER_ENTRY"),
    (HWS_ERROR_TRIGGER_REGRESS, HwsError::TriggerRegress, c"TRIGGER_REGRESS"),
];

fn bits(errors: HwsErrors) -> u32 {
    errors.iter().fold(0, |bits, error| bits | 1_u32.wrapping_shl(error.code()))
}

fn errors(bits: u32) -> Answer<HwsErrors> {
    let known = CONDITIONS.iter().filter(|(code, ..)| bits.wrapping_shr(*code) & 1 != 0);
    let errors = known.fold(HwsErrors::none(), |errors, &(_, error, _)| errors.with(error));
    if self::bits(errors) == bits { Ok(errors) } else { Err(hws_error::illegal("errors", bits)) }
}

/// Returns the name of an error condition in ERR_STATUS; `code` is one of the HWS_ERROR constants. Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn hws_error_name(code: u32) -> *const c_char {
    let known = CONDITIONS.iter().find(|&&(known, ..)| known == code);
    known.map_or(c"not an error", |&(.., name)| name).as_ptr()
}

/// The first error since ERR_STATUS was last clear.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_first_error {
    /// There is an error; otherwise everything else is 0.
    pub valid: bool,
    /// The condition: one of the HWS_ERROR constants.
    pub code: u32,
    /// hdr_id of the kernel, task, push or message concerned; 0 if there is none.
    pub hdr_id: u32,
    /// hdr_entry_id, likewise.
    pub hdr_entry_id: u32,
}

/// Gets the errors since they were last cleared: bit i is the condition i of the HWS_ERROR constants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_errors(bus: *const hws_bus, errors: *mut u32) -> hws_status {
    from_c!(get(bus, errors, "errors", |hws| Ok(bits(hws.errors()?))))
}

/// Gets the first error and its task.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_first_error(bus: *const hws_bus, first: *mut hws_first_error) -> hws_status {
    from_c!(get(bus, first, "first", |hws| {
        let first = hws.first_error()?.map(|first| hws_first_error {
            valid: true,
            code: first.error.code(),
            hdr_id: first.hdr_id.into(),
            hdr_entry_id: first.hdr_entry_id.into(),
        });
        Ok(first.unwrap_or_default())
    }))
}

/// Clears exactly the errors of a set. An error that recurs at the same time stays set.
///
/// Errors: HWS_ARGUMENT for a bit that is not a condition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_clear_errors(bus: *const hws_bus, errors: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.clear_errors(self::errors(errors)?)?)))
}

/// Causes of the interrupt. Both are levels: each lasts as long as its reason.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_interrupts {
    /// The message FIFO is not empty.
    pub message: bool,
    /// ERR_STATUS is not clear.
    pub error: bool,
}

/// Enables the causes that are not 0 and disables the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_enable_interrupts(bus: *const hws_bus, message: u32, error: u32) -> hws_status {
    from_c!(call(bus, |hws| {
        Ok(hws.enable_interrupts(Interrupts { message: message != 0, error: error != 0 })?)
    }))
}

/// Gets the causes that are active now, enabled or not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_interrupts(bus: *const hws_bus, causes: *mut hws_interrupts) -> hws_status {
    from_c!(get(bus, causes, "causes", |hws| {
        let causes = hws.interrupts()?;
        Ok(hws_interrupts { message: causes.message, error: causes.error })
    }))
}
