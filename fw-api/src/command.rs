//! The command queue: room before a write, retirement after it.

use hws_regs::{Register, Writable, params::CMD_QUEUE};

use crate::{Bus, HwsDriver, Outcome, Wait};

impl<B: Bus> HwsDriver<B> {
    /// Waits until the command queue has room. The whole queue retires at the next boundary.
    pub(crate) fn wait_for_room(&mut self) -> Outcome<(), B> {
        self.wait(Wait::CommandRoom, |hws| {
            let room = hws.read_status()?.cmd_pending() < CMD_QUEUE as u32;
            Ok(room.then_some(()))
        })
    }

    /// Waits until every queued command has retired.
    pub(crate) fn wait_for_retirement(&mut self) -> Outcome<(), B> {
        self.wait(Wait::CommandRetired, |hws| {
            let empty = hws.read_status()?.cmd_pending() == 0;
            Ok(empty.then_some(()))
        })
    }

    /// Writes a command register once there is room.
    pub(crate) fn command<R: Register + Writable>(&mut self, index: R::Index, value: R) -> Outcome<(), B> {
        self.wait_for_room()?;
        self.write(index, value)
    }
}
