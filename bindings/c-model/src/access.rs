//! Register accesses: direct, and as the bus of firmware, where each takes a cycle.

use std::ffi::{c_int, c_void};

use ::hws_model::{BusError, Hws};
use hws_regs::{Access, Decoded, RegId};

use crate::boundary::{Answer, from_c, get, with};
use crate::watcher::{ModelWatcher, Sinks};
use crate::{hws_model, hws_model_status, hws_model_tick};

/// Reads the register at a byte offset of the window. No time passes.
///
/// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_read32(
    model: *mut hws_model,
    offset: u32,
    value: *mut u32,
) -> hws_model_status {
    from_c!(get(model, value, |model| {
        let read = |hws: &mut Hws, _: &mut Sinks<'_>| hws.read32(offset);
        Ok(model.act(read, |watcher, answer| watcher.accessed(offset, None, *answer))?)
    }))
}

/// Gets what a read of the register at a byte offset would return, without the effects of a read: no message is popped, no
/// counter is latched, a refusal is not a bus error. Reserved words are 0.
///
/// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_WRITE_ONLY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_peek32(
    model: *mut hws_model,
    offset: u32,
    value: *mut u32,
) -> hws_model_status {
    from_c!(get(model, value, |model| Ok(peeked(model, offset)?.1)))
}

/// The register at an offset, if it is not a reserved word, and its value.
pub(crate) fn peeked(model: &hws_model, offset: u32) -> Answer<(Option<RegId>, u32)> {
    match RegId::decode(offset) {
        Decoded::Register(id) if id.info().access == Access::Wo => {
            Err(hws_model_status::HWS_MODEL_WRITE_ONLY)
        }
        Decoded::Register(id) => Ok((Some(id), model.hws.peek(id))),
        Decoded::Reserved => Ok((None, 0)),
        Decoded::Unmapped => Err(hws_model_status::HWS_MODEL_UNMAPPED),
        Decoded::Unaligned => Err(hws_model_status::HWS_MODEL_UNALIGNED),
    }
}

/// Writes the register at a byte offset of the window. No time passes.
///
/// Errors: HWS_MODEL_UNALIGNED, HWS_MODEL_UNMAPPED, HWS_MODEL_READ_ONLY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_write32(
    model: *mut hws_model,
    offset: u32,
    value: u32,
) -> hws_model_status {
    from_c!(with(model, |model| {
        let write = |hws: &mut Hws, sinks: &mut Sinks<'_>| hws.write32(offset, value, sinks);
        let tell = |watcher: &mut dyn ModelWatcher, answer: &Result<(), BusError>| {
            watcher.accessed(offset, Some(value), answer.map(|()| 0));
        };
        Ok(model.act(write, tell)?)
    }))
}

/// Reads a register and lets one cycle pass: the `read32` of a `hws_bus` (hws_fw.h) whose `ctx` is the model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_bus_read32(model: *mut c_void, offset: u32, value: *mut u32) -> c_int {
    let model = model.cast();
    from_c!(after_a_cycle(model, hws_model_read32(model, offset, value)))
}

/// Writes a register and lets one cycle pass: the `write32` of a `hws_bus` (hws_fw.h) whose `ctx` is the model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_bus_write32(model: *mut c_void, offset: u32, value: u32) -> c_int {
    let model = model.cast();
    from_c!(after_a_cycle(model, hws_model_write32(model, offset, value)))
}

/// # Safety
/// Same as `hws_model_tick`.
unsafe fn after_a_cycle(model: *mut hws_model, access: hws_model_status) -> c_int {
    // SAFETY: the caller's promise.
    let ticked = unsafe { hws_model_tick(model, 1) };
    if access == hws_model_status::HWS_MODEL_OK { ticked as c_int } else { access as c_int }
}
