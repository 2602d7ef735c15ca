//! Firmware as the source of tasks: tasks that its resolver finds ready are pushed with FW_TASK_PUSH.

use fw_api::regs::{CntKernelDone, CntTaskReject, params};
use fw_api::{Bus, BusExt, FirmwareTask, HwsDriver, Outcome};
use hws_types::{HdrPush, Source, TaskIds};

use super::{Amos, Board};
use crate::run::error::RunError;

impl Amos<'_, '_> {
    /// Pushes the next task that is ready; returns false if there is none or no room for it.
    pub(super) fn push_task(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        let now = board.cycle();
        let is_ready = board.hdr().and_then(|hdr| hdr.next_ready()).is_some_and(|at| at <= now);
        if !self.pushes_tasks() || !is_ready || !self.has_fifo_room(board)? {
            return Ok(false);
        }
        let now = board.cycle();
        let Some(push) = board.hdr_mut().and_then(|hdr| hdr.take_ready(now)) else { return Ok(false) };
        let ctx = self.context(board, push);
        let task =
            FirmwareTask { td_addr: push.td_addr, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id, ctx };
        self.driver(board).push_task(&task).map_err(RunError::while_doing("push a task"))?;
        self.pushed = self.pushed.wrapping_add(1);
        self.fifo_room -= 1;
        Ok(true)
    }

    fn context(&self, board: &Board<'_>, push: HdrPush) -> u8 {
        let HdrPush { hdr_id, hdr_entry_id, .. } = push;
        let ids = TaskIds { source: Source::Firmware, hdr_id, hdr_entry_id };
        let kernel_id = board.hdr().and_then(|hdr| hdr.kernel_of(ids));
        kernel_id.and_then(|id| self.kernels.get(id as usize)).map_or(0, |progress| progress.td.ctx)
    }

    /// No register holds the fill level of the FIFO. Tasks that were pushed and are neither resident nor gone
    /// are in it or in the loader; tasks that leave while the three registers are read can only make the result
    /// too large.
    fn has_fifo_room(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        if self.fifo_room == 0 {
            let doing = RunError::while_doing("look for room in the firmware FIFO");
            let taken = taken(&mut self.driver(board)).map_err(doing)?;
            let queued = self.pushed.wrapping_sub(taken);
            self.fifo_room = (params::FW_TASK_FIFO as u32).saturating_sub(queued);
        }
        Ok(self.fifo_room > 0)
    }
}

/// Tasks that have left the loader: done, rejected or resident.
fn taken<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<u32, B> {
    let done = hws.bus().read::<CntKernelDone>(()).map_err(fw_api::Error::Bus)?.value();
    let rejected = hws.bus().read::<CntTaskReject>(()).map_err(fw_api::Error::Bus)?.value();
    let resident = hws.status()?.rs_count();
    Ok(done.wrapping_add(rejected).wrapping_add(resident))
}
