//! An access or push by the surroundings between two states.

use hws_types::HdrPush;

/// One access or push by the surroundings, with its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A bus read was answered.
    Read {
        /// The offset.
        offset: u32,
        /// The value read.
        value: u32,
    },
    /// A bus write took place (or was ignored with ERR_STATUS.CFG).
    Write {
        /// The offset.
        offset: u32,
        /// The value written.
        value: u32,
    },
    /// A bus read was refused.
    ReadRefused {
        /// The offset.
        offset: u32,
    },
    /// A bus write was refused.
    WriteRefused {
        /// The offset.
        offset: u32,
    },
    /// The HDR port accepted a task.
    Pushed(HdrPush),
    /// The HDR port refused a task.
    PushRefused,
}
