//! Firmware as the source of tasks: tasks that its resolver finds ready are pushed with FW_TASK_PUSH.

use fw_api::regs::{CntKernelDone, CntTaskReject, params};
use fw_api::{Bus, BusExt, FirmwareTask, HwsDriver, Outcome};
use hws_types::{Cycle, HdrPush, Source, TaskIds};

use super::{Amos, Board};
use crate::run::board::disturbance;
use crate::run::error::RunError;

/// The tasks that were pushed into the firmware FIFO.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes {
    /// Their number, which wraps.
    count: u32,
    /// Places known to be free in the FIFO.
    room: u32,
}

impl Pushes {
    /// A task was pushed.
    pub(super) const fn add(&mut self) {
        self.count = self.count.wrapping_add(1);
        self.room = self.room.saturating_sub(1);
    }

    /// The number of tasks taken beyond those known to be pushed; it wraps.
    pub(super) const fn excess(&self, taken: u32) -> u32 {
        taken.wrapping_sub(self.count)
    }

    /// So many tasks have left the loader: counts the free places again.
    ///
    /// No register holds the fill level of the FIFO. Tasks that were pushed and are neither resident nor gone
    /// are in it or in the loader; tasks that leave while the three registers are read can only make the
    /// level found here too large.
    const fn make_room(&mut self, taken: u32) {
        let queued = self.count.wrapping_sub(taken);
        self.room = (params::FW_TASK_FIFO as u32).saturating_sub(queued);
    }
}

impl Amos<'_, '_> {
    /// Pushes the next task that is ready; returns false if there is none or no room for it.
    pub(super) fn push_task(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        let now = board.cycle();
        let is_ready = board.hdr().and_then(|hdr| hdr.next_ready()).is_some_and(|at| at <= now);
        if !self.pushes_tasks() || !self.settle_doubt(board)? || !is_ready || !self.has_fifo_room(board)? {
            return Ok(false);
        }
        let now = board.cycle();
        let Some(push) = board.hdr_mut().and_then(|hdr| hdr.take_ready(now)) else { return Ok(false) };
        self.note_turn(board, push, now);
        let ctx = self.context(board, push);
        let task =
            FirmwareTask { td_addr: push.td_addr, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id, ctx };
        self.push(board, task)
    }

    /// Pushes a task; returns false if it is not known whether it was delivered.
    pub(super) fn push(&mut self, board: &mut Board<'_>, task: FirmwareTask) -> Result<bool, RunError> {
        let pushed = self.driver(board).push_task(&task);
        if disturbance(board).is_some_and(|disturbance| disturbance.take_doubt()) {
            self.doubt(board, task);
            return Ok(false);
        }
        pushed.map_err(RunError::while_doing("push a task"))?;
        self.pushes.add();
        Ok(true)
    }

    /// Notes how long a kernel has waited for firmware to push it, which ends with its first part.
    fn note_turn(&mut self, board: &Board<'_>, push: HdrPush, now: Cycle) {
        let Some(kernel_id) = kernel_of(board, push) else { return };
        let times =
            board.hdr().and_then(|hdr| hdr.times(kernel_id)).filter(|times| times.pushed == Some(now));
        if let Some(ready) = times.and_then(|times| times.ready) {
            self.holds.took(kernel_id, ready, now);
        }
    }

    fn context(&self, board: &Board<'_>, push: HdrPush) -> u8 {
        kernel_of(board, push).map_or(0, |id| self.kernels.td(id).ctx)
    }

    fn has_fifo_room(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        if self.pushes.room == 0 {
            let doing = RunError::while_doing("look for room in the firmware FIFO");
            let taken = taken(&mut self.driver(board)).map_err(doing)?;
            self.pushes.make_room(taken);
        }
        Ok(self.pushes.room > 0)
    }
}

/// The kernel that firmware pushes.
fn kernel_of(board: &Board<'_>, push: HdrPush) -> Option<u32> {
    let HdrPush { hdr_id, hdr_entry_id, .. } = push;
    board.hdr()?.kernel_of(TaskIds { source: Source::Firmware, hdr_id, hdr_entry_id })
}

/// As [`taken`], with whether an entry is free; none if a task was done or rejected while the registers were read.
pub(super) fn taken_exactly<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<Option<(u32, bool)>, B> {
    let before = gone(hws)?;
    let status = hws.status()?;
    let taken = before.wrapping_add(status.rs_count());
    Ok((gone(hws)? == before).then_some((taken, !status.rs_full())))
}

/// Tasks that are done or rejected.
fn gone<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<u32, B> {
    let done = hws.bus().read::<CntKernelDone>(()).map_err(fw_api::Error::Bus)?.value();
    let rejected = hws.bus().read::<CntTaskReject>(()).map_err(fw_api::Error::Bus)?.value();
    Ok(done.wrapping_add(rejected))
}

/// Tasks that have left the loader: done, rejected or resident.
fn taken<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<u32, B> {
    let gone = gone(hws)?;
    Ok(gone.wrapping_add(hws.status()?.rs_count()))
}
