//! What the surroundings did to the HWS between two states.

use hws_types::HdrPush;

/// One act on the outside of the HWS, with how it was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A bus read was answered.
    Read {
        /// Where.
        offset: u32,
        /// The answer.
        value: u32,
    },
    /// A bus write took place (or was ignored with ERR_STATUS.CFG).
    Write {
        /// Where.
        offset: u32,
        /// What.
        value: u32,
    },
    /// A bus access was a bus error.
    BusError,
    /// The HDR port took a task.
    Pushed(HdrPush),
    /// The HDR port refused a task.
    PushRefused,
}
