//! The status of a call.

use std::ffi::{CStr, c_char};

use ::hws_model::{BusError, HdrRefused};

/// The status of a call.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hws_model_status {
    /// Done.
    HWS_MODEL_OK = 0,
    /// A required pointer is NULL.
    HWS_MODEL_NULL_POINTER = 1,
    /// A pointer is not aligned for its type.
    HWS_MODEL_MISALIGNED_POINTER = 2,
    /// An argument is not legal.
    HWS_MODEL_ARGUMENT = 3,
    /// The offset of a register access is not a multiple of 4. It sets ERR_STATUS.BUS, like the next three.
    HWS_MODEL_UNALIGNED = 4,
    /// No register at this offset.
    HWS_MODEL_UNMAPPED = 5,
    /// A read of a write-only register.
    HWS_MODEL_WRITE_ONLY = 6,
    /// A write to a read-only register.
    HWS_MODEL_READ_ONLY = 7,
    /// The FIFO of the HDR port is full: the push was refused.
    HWS_MODEL_FULL = 8,
    /// There is no MDMA command.
    HWS_MODEL_EMPTY = 9,
    /// The words are outside the shared memory, or the address is not a multiple of 4.
    HWS_MODEL_NO_MEMORY = 10,
}

use hws_model_status::*;

impl hws_model_status {
    /// Every status, in ascending order.
    pub const ALL: [Self; 11] = [
        HWS_MODEL_OK,
        HWS_MODEL_NULL_POINTER,
        HWS_MODEL_MISALIGNED_POINTER,
        HWS_MODEL_ARGUMENT,
        HWS_MODEL_UNALIGNED,
        HWS_MODEL_UNMAPPED,
        HWS_MODEL_WRITE_ONLY,
        HWS_MODEL_READ_ONLY,
        HWS_MODEL_FULL,
        HWS_MODEL_EMPTY,
        HWS_MODEL_NO_MEMORY,
    ];

    const fn text(self) -> &'static CStr {
        match self {
            HWS_MODEL_OK => c"done",
            HWS_MODEL_NULL_POINTER => c"a pointer is NULL",
            HWS_MODEL_MISALIGNED_POINTER => c"a pointer is not aligned",
            HWS_MODEL_ARGUMENT => c"an argument is not legal",
            HWS_MODEL_UNALIGNED => c"the offset is not a multiple of 4",
            HWS_MODEL_UNMAPPED => c"no register at this offset",
            HWS_MODEL_WRITE_ONLY => c"the register is write-only",
            HWS_MODEL_READ_ONLY => c"the register is read-only",
            HWS_MODEL_FULL => c"the HDR FIFO is full",
            HWS_MODEL_EMPTY => c"there is no MDMA command",
            HWS_MODEL_NO_MEMORY => c"outside the shared memory, or unaligned",
        }
    }
}

impl From<BusError> for hws_model_status {
    fn from(error: BusError) -> Self {
        match error {
            BusError::Unaligned => HWS_MODEL_UNALIGNED,
            BusError::Unmapped => HWS_MODEL_UNMAPPED,
            BusError::WriteOnly => HWS_MODEL_WRITE_ONLY,
            BusError::ReadOnly => HWS_MODEL_READ_ONLY,
        }
    }
}

impl From<HdrRefused> for hws_model_status {
    fn from(error: HdrRefused) -> Self {
        match error {
            HdrRefused::Full => HWS_MODEL_FULL,
            HdrRefused::HdrId { .. } => HWS_MODEL_ARGUMENT,
        }
    }
}

/// Returns the text of a status. Never NULL: there is also a text for numbers that are not a status.
#[unsafe(no_mangle)]
pub extern "C" fn hws_model_status_text(status: i32) -> *const c_char {
    let known = hws_model_status::ALL.into_iter().find(|&known| known as i32 == status);
    known.map_or(c"not a status", hws_model_status::text).as_ptr()
}
