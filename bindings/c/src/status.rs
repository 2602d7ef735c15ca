//! The status of a call: one number for success and one for each kind of failure.

use core::ffi::{CStr, c_char};

use fw_api::{Error, Refusal};

/// The status of a call. Every failure stores its details in the `hws_error` of the handle, if there is one.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum hws_status {
    /// Done.
    #[default]
    HWS_OK = 0,
    /// An argument is not legal. No register was written.
    HWS_ARGUMENT = 1,
    /// A required pointer is NULL. Nothing was accessed.
    HWS_NULL_POINTER = 2,
    /// A pointer is not aligned for its type. Nothing was accessed.
    HWS_MISALIGNED_POINTER = 3,
    /// The buffer is too small for all elements; it is full, and the count is the total number.
    HWS_BUFFER = 4,
    /// A bus access failed; the call stopped there and can be repeated.
    HWS_BUS = 5,
    /// A wait reached its bound.
    HWS_TIMEOUT = 6,
    /// A message with an undefined encoding was popped.
    HWS_UNKNOWN_MESSAGE = 7,
    /// This library was built for other hardware: identity, version or parameters differ.
    HWS_OTHER_HARDWARE = 16,
    /// A kernel is resident, the loader is busy, or a SIP is not idle or owned by firmware: the topology
    /// keeps its value.
    HWS_TOPOLOGY_IN_USE = 17,
    /// The scheduler is enabled or busy, or a SIP is not idle: XMC_SIP_MAP was not touched.
    HWS_MAP_IN_USE = 18,
    /// XMC_SIP_MAP is not a permutation: the scheduler was not enabled.
    HWS_MAP_NOT_PERMUTATION = 19,
    /// A SIP is not idle or is owned by firmware: nothing was reset.
    HWS_SIPS_IN_USE = 20,
    /// The DAG table of the hardware has no free slot.
    HWS_DAG_TABLE_FULL = 21,
    /// The command queue was full although it had just had room: another master writes commands.
    HWS_COMMAND_DROPPED = 22,
    /// DAG_CMD_STATUS holds a result that is impossible for the command.
    HWS_UNEXPECTED_RESULT = 23,
    /// Tasks come from the HDR: nothing was pushed.
    HWS_NOT_FIRMWARE_INPUT = 24,
    /// The firmware task FIFO was full: the task was dropped.
    HWS_TASK_FIFO_FULL = 25,
    /// A usage mask does not read back as written: another master writes it.
    HWS_MASK_NOT_TAKEN = 26,
    /// The kernel's flow control needs messages, but nothing would send them.
    HWS_NO_MESSAGES = 27,
    /// The firmware's DAG table is full.
    HWS_NO_FREE_TAG = 28,
    /// The DAG id has no tag.
    HWS_UNKNOWN_DAG = 29,
}

use hws_status::*;

impl hws_status {
    /// Every status, in ascending order.
    pub const ALL: [Self; 22] = [
        HWS_OK,
        HWS_ARGUMENT,
        HWS_NULL_POINTER,
        HWS_MISALIGNED_POINTER,
        HWS_BUFFER,
        HWS_BUS,
        HWS_TIMEOUT,
        HWS_UNKNOWN_MESSAGE,
        HWS_OTHER_HARDWARE,
        HWS_TOPOLOGY_IN_USE,
        HWS_MAP_IN_USE,
        HWS_MAP_NOT_PERMUTATION,
        HWS_SIPS_IN_USE,
        HWS_DAG_TABLE_FULL,
        HWS_COMMAND_DROPPED,
        HWS_UNEXPECTED_RESULT,
        HWS_NOT_FIRMWARE_INPUT,
        HWS_TASK_FIFO_FULL,
        HWS_MASK_NOT_TAKEN,
        HWS_NO_MESSAGES,
        HWS_NO_FREE_TAG,
        HWS_UNKNOWN_DAG,
    ];

    const fn text(self) -> &'static CStr {
        match self {
            HWS_OK => c"done",
            HWS_ARGUMENT => c"an argument is not legal",
            HWS_NULL_POINTER => c"a pointer is NULL",
            HWS_MISALIGNED_POINTER => c"a pointer is not aligned",
            HWS_BUFFER => c"the buffer is too small",
            HWS_BUS => c"a bus access failed",
            HWS_TIMEOUT => c"a wait reached its bound",
            HWS_UNKNOWN_MESSAGE => c"a message has no known encoding",
            HWS_OTHER_HARDWARE => c"this library was built for other hardware",
            HWS_TOPOLOGY_IN_USE => c"the topology cannot change while a kernel, the loader or a SIP is busy",
            HWS_MAP_IN_USE => c"XMC_SIP_MAP cannot change while the scheduler is enabled or a SIP is busy",
            HWS_MAP_NOT_PERMUTATION => c"XMC_SIP_MAP is not a permutation, so the scheduler stays disabled",
            HWS_SIPS_IN_USE => c"a soft reset needs every SIP idle and none owned by firmware",
            HWS_DAG_TABLE_FULL => c"the DAG table has no free slot",
            HWS_COMMAND_DROPPED => c"the command queue was full and the command was dropped",
            HWS_UNEXPECTED_RESULT => c"DAG_CMD_STATUS.RESULT is impossible for this command",
            HWS_NOT_FIRMWARE_INPUT => c"tasks can be pushed only while IN_PATH is firmware",
            HWS_TASK_FIFO_FULL => c"the firmware task FIFO was full and the task was dropped",
            HWS_MASK_NOT_TAKEN => c"the usage mask does not read back as written",
            HWS_NO_MESSAGES => c"the kernel needs messages, and no path sends them",
            HWS_NO_FREE_TAG => c"every DAG tag is taken",
            HWS_UNKNOWN_DAG => c"the DAG has no tag",
        }
    }
}

impl From<Refusal> for hws_status {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::OtherHardware { .. } => HWS_OTHER_HARDWARE,
            Refusal::TopologyInUse => HWS_TOPOLOGY_IN_USE,
            Refusal::MapInUse => HWS_MAP_IN_USE,
            Refusal::MapNotPermutation => HWS_MAP_NOT_PERMUTATION,
            Refusal::SipsInUse => HWS_SIPS_IN_USE,
            Refusal::DagTableFull => HWS_DAG_TABLE_FULL,
            Refusal::CommandDropped => HWS_COMMAND_DROPPED,
            Refusal::UnexpectedResult(_) => HWS_UNEXPECTED_RESULT,
            Refusal::NotFirmwareInput => HWS_NOT_FIRMWARE_INPUT,
            Refusal::TaskFifoFull => HWS_TASK_FIFO_FULL,
            Refusal::MaskNotTaken => HWS_MASK_NOT_TAKEN,
            Refusal::NoMessages => HWS_NO_MESSAGES,
            Refusal::NoFreeTag => HWS_NO_FREE_TAG,
            Refusal::UnknownDag => HWS_UNKNOWN_DAG,
        }
    }
}

impl<E> From<&Error<E>> for hws_status {
    fn from(error: &Error<E>) -> Self {
        match error {
            Error::Argument(_) => HWS_ARGUMENT,
            Error::Bus(_) => HWS_BUS,
            Error::Refused(refusal) => (*refusal).into(),
            Error::Timeout { .. } => HWS_TIMEOUT,
            Error::UnknownMessage(_) => HWS_UNKNOWN_MESSAGE,
        }
    }
}

/// Returns the text of a status, without details. Never NULL: there is also a text for numbers that are not a status.
#[unsafe(no_mangle)]
pub extern "C" fn hws_status_text(status: i32) -> *const c_char {
    let known = hws_status::ALL.into_iter().find(|&known| known as i32 == status);
    known.map_or(c"not a status", hws_status::text).as_ptr()
}
