//! The bus handle: two functions of the firmware, or the real register window.

use core::ffi::{c_int, c_void};

use fw_api::{Bus, Mmio};

use crate::boundary::{aligned, from_c, give};
use crate::{hws_error, hws_status};

/// The handle that every call on the hardware takes: how to access the registers, and where to store error details.
///
/// An access is an aligned 32-bit word at a byte offset of the register window. The functions return 0, or any
/// other code if the access failed; the call then stops with HWS_BUS and reports the code in `bus_code`. The
/// library keeps no state, so a handle may be copied or created again at any time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hws_bus {
    /// Passed to the two functions unchanged.
    pub ctx: *mut c_void,
    /// Reads the register at `offset` into `*value`.
    pub read32: Option<unsafe extern "C" fn(ctx: *mut c_void, offset: u32, value: *mut u32) -> c_int>,
    /// Writes the register at `offset`.
    pub write32: Option<unsafe extern "C" fn(ctx: *mut c_void, offset: u32, value: u32) -> c_int>,
    /// Where a failed call stores the details, or NULL. Calls that succeed do not change it.
    pub error: *mut hws_error,
}

/// A bus over the functions of a handle.
pub(crate) struct CBus {
    ctx: *mut c_void,
    read: unsafe extern "C" fn(*mut c_void, u32, *mut u32) -> c_int,
    write: unsafe extern "C" fn(*mut c_void, u32, u32) -> c_int,
}

impl CBus {
    /// Creates the bus of a handle, if it has both functions.
    ///
    /// # Safety
    /// The functions must behave as `hws_bus` requires for as long as the bus lives.
    pub(crate) unsafe fn new(bus: &hws_bus) -> Result<Self, hws_error> {
        let missing = |name| hws_error::named(hws_status::HWS_NULL_POINTER, name);
        let read = bus.read32.ok_or_else(|| missing("read32"))?;
        let write = bus.write32.ok_or_else(|| missing("write32"))?;
        Ok(Self { ctx: bus.ctx, read, write })
    }
}

impl Bus for CBus {
    type Error = c_int;

    fn read32(&mut self, offset: u32) -> Result<u32, c_int> {
        let mut value = 0;
        // SAFETY: the function is the caller's (`new`), and gets its own `ctx` and memory for a word.
        match unsafe { (self.read)(self.ctx, offset, &mut value) } {
            0 => Ok(value),
            code => Err(code),
        }
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), c_int> {
        // SAFETY: the function is the caller's (`new`), and gets its own `ctx`.
        match unsafe { (self.write)(self.ctx, offset, value) } {
            0 => Ok(()),
            code => Err(code),
        }
    }
}

/// The code that the functions of `hws_mmio_bus` return for an offset that is not a word in the window.
pub const HWS_NO_SUCH_WORD: i32 = 1;

/// Makes `*bus` the handle of the memory-mapped register window at `base`; its `error` is NULL.
///
/// `base` must be the address of the HWS's whole register window, mapped as device memory for as long as the
/// handle is used. Nothing else may access the window during that time. Each access is one volatile 32-bit load
/// or store. Barriers against other masters (for descriptors in shared memory before a push, say) are up to the
/// caller. NULL, an address that is not a multiple of 4 and a window past the end of memory are refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_mmio_bus(base: *mut c_void, bus: *mut hws_bus) -> hws_status {
    from_c!(give(bus, "bus", core::ptr::null_mut(), || {
        let base = aligned(base.cast::<u32>(), "base")?;
        if base.addr().checked_add(fw_api::regs::WINDOW_BYTES as usize).is_none() {
            return Err(hws_error::named(hws_status::HWS_ARGUMENT, "base"));
        }
        let error = core::ptr::null_mut();
        Ok(hws_bus { ctx: base.cast(), read32: Some(mmio_read), write32: Some(mmio_write), error })
    }))
}

unsafe extern "C" fn mmio_read(base: *mut c_void, offset: u32, value: *mut u32) -> c_int {
    // SAFETY: the base was checked by `hws_mmio_bus`, whose caller guarantees the window.
    let answer = unsafe { Mmio::new(base.cast()) }.read32(offset);
    let Ok(read) = answer else { return HWS_NO_SUCH_WORD };
    // SAFETY: `hws_bus.read32` is called with memory for a word.
    unsafe { value.write(read) };
    0
}

unsafe extern "C" fn mmio_write(base: *mut c_void, offset: u32, value: u32) -> c_int {
    // SAFETY: the base was checked by `hws_mmio_bus`, whose caller guarantees the window.
    let answer = unsafe { Mmio::new(base.cast()) }.write32(offset, value);
    answer.map_or(HWS_NO_SUCH_WORD, |()| 0)
}
