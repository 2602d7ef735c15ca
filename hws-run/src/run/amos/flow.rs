//! Flow control: the number of blocks of a kernel that may have started.

use hws_types::Cycle;

use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::holds::PushWait;
use crate::run::policy::{Flow, PolicyTask};
use crate::workload::Role;

impl Amos<'_, '_> {
    /// The number of blocks that may have started: those that have finished, and a window more; no more than
    /// there are free slots for parameters, where a slot is free once its previous block has finished; and no
    /// more than the credits of other kernels allow. With what allows no more: of several reasons the first one.
    pub(super) fn allowed(&mut self, task: &PolicyTask<'_>, now: Cycle) -> (u16, PushWait) {
        let progress = &self.kernels[task.kernel_id];
        let finished = progress.blocks.finished();
        let flow = Flow { now, triggered: progress.trigger(), finished: finished as u16 };
        let slots = task
            .kernel
            .needs
            .params
            .map_or(usize::MAX, |params| progress.blocks.first_unfinished() + usize::from(params.queue));
        let window = finished.saturating_add(self.policy.window(task, flow).into());
        let parameters = (slots, PushWait::Parameters);
        let (credits, window) = ((self.credited(task), PushWait::Credits), (window, PushWait::Window));
        let (count, limit) = [parameters, window]
            .into_iter()
            .fold(credits, |least, other| if other.0 < least.0 { other } else { least });
        // block_num has 16 bits.
        (count.min(task.kernel.blocks.into()) as u16, limit)
    }

    /// Raises the trigger of a kernel if more blocks may start.
    pub(super) fn raise_trigger(&mut self, board: &mut Board<'_>, kernel_id: u32) -> Result<(), RunError> {
        let Some((_, task)) = self.locate(kernel_id) else { return Ok(()) };
        if matches!(task.kernel.role, Role::PrefetchOf(_)) || task.kernel.coop {
            return Ok(());
        }
        let (count, limit) = self.allowed(&task, board.cycle());
        self.note_hold(&task, board.cycle(), (count, limit));
        let progress = &self.kernels[kernel_id];
        if count <= progress.trigger() {
            return Ok(());
        }
        if progress.is_in_parts() {
            self.kernels.let_start(board, &task, count)?;
            board.hdr_mut().into_iter().for_each(|hdr| hdr.release_parts(kernel_id, count.into()));
            return Ok(());
        }
        if progress.is_held() {
            return self.release_held(board, &task, count);
        }
        let Some((entry, ids)) = progress.entry else { return Ok(()) };
        self.kernels.let_start(board, &task, count)?;
        let doing = RunError::while_doing(format!("trigger blocks of {}", task.name()));
        self.driver(board).trigger_blocks(entry, ids, count).map_err(doing)
    }

    /// Notes whether a kernel is held back that firmware can hold back, and why.
    pub(super) fn note_hold(&mut self, task: &PolicyTask<'_>, now: Cycle, (count, limit): (u16, PushWait)) {
        let progress = &self.kernels[task.kernel_id];
        // A single task that is not held is pushed with a trigger of 0.
        let can_hold = progress.is_in_parts() || progress.is_held();
        let is_held = can_hold && count == 0 && progress.trigger() == 0;
        self.holds.note(task.kernel_id, now, is_held.then_some(limit));
    }
}
