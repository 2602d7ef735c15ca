//! Flow control: how many blocks of a kernel may have started.

use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::policy::{Flow, Task};
use crate::workload::Role;
use hws_sim::Observer;

impl Amos<'_, '_> {
    /// As many blocks may have started as have finished, and a window more; and of those that have to find
    /// their parameters in a queue only those whose slot is free: the block that had it before has finished;
    /// and no more than other kernels have given credits for.
    pub(super) fn allowed(&mut self, task: &Task<'_>, now: hws_types::Cycle) -> u16 {
        let progress = &self.kernels[task.kernel_id as usize];
        let finished = progress.blocks.finished();
        let flow = Flow { now, triggered: progress.trigger, finished: finished as u16 };
        let slots = task
            .kernel
            .needs
            .params
            .map_or(usize::MAX, |params| progress.blocks.first_unfinished() + usize::from(params.queue));
        let window = usize::from(self.policy.window(task, flow));
        let count = finished
            .saturating_add(window)
            .min(slots)
            .min(self.credited(task))
            .min(usize::from(task.kernel.blocks));
        // block_num has 16 bits.
        count as u16
    }

    /// Lets more blocks start when more may.
    pub(super) fn raise_trigger<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
    ) -> Result<(), RunError> {
        let Some((_, task)) = self.locate(kernel_id) else { return Ok(()) };
        if matches!(task.kernel.role, Role::PrefetchOf(_)) || task.kernel.coop {
            return Ok(());
        }
        let count = self.allowed(&task, board.cycle());
        let progress = &self.kernels[kernel_id as usize];
        if count <= progress.trigger {
            return Ok(());
        }
        if progress.parts > 1 {
            self.let_start(board, &task, count)?;
            board.hdr_mut().into_iter().for_each(|hdr| hdr.release_parts(kernel_id, count.into()));
            return Ok(());
        }
        if progress.is_held {
            return self.let_go(board, &task, count);
        }
        let Some((entry, ids)) = progress.entry else { return Ok(()) };
        self.let_start(board, &task, count)?;
        let doing =
            RunError::while_doing(format!("trigger blocks of {}/{}", task.dag.name, task.kernel.name));
        self.driver(board).trigger_blocks(entry, ids, count).map_err(doing)
    }

    /// The parameters of a block are in its slot before the block may start.
    pub(super) fn let_start<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        task: &Task<'_>,
        count: u16,
    ) -> Result<(), RunError> {
        let first = self.kernels[task.kernel_id as usize].trigger;
        (first..count).try_for_each(|block| self.write_parameters(board, task, block))?;
        self.kernels[task.kernel_id as usize].trigger = count;
        Ok(())
    }
}
