//! Register accesses: direct, and as the bus of firmware, where each takes a cycle.

use std::ffi::{c_int, c_void};

use crate::boundary::{from_c, get, with};
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
    from_c!(get(model, value, |model| Ok(model.hws.read32(offset)?)))
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
    from_c!(with(model, |model| Ok(model.hws.write32(offset, value, &mut ())?)))
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
