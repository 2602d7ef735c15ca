//! Credits: blocks that may start as blocks of other kernels finish (planner.md §5).
//!
//! * Only the contiguous prefix counts, because blocks may finish out of order on several SIPs.
//! * A kernel without its first credit is not pushed: it would occupy an entry that no message names. It is
//!   pushed when the credit exists, with the trigger as it is then.
//! * Between its push and the SCHED_INFO that names its entry, credits are kept, and written afterwards.
//! * BLOCK_TRIGGER_CNT is never lowered and never exceeds block_num, because credits only grow.

use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::policy::PolicyTask;
use crate::workload::{Credit, Triggers};

impl Amos<'_, '_> {
    /// The number of blocks of a kernel that the credits of other kernels allow.
    pub(super) fn credited(&self, task: &PolicyTask<'_>) -> usize {
        let Triggers::Credits(credits) = &task.kernel.triggers else { return usize::MAX };
        let allowed = credits.iter().map(|credit| credit.allowed(self.finished_of(task, credit)));
        allowed.min().unwrap_or(usize::MAX)
    }

    /// The length of the finished prefix of the other kernel's blocks.
    fn finished_of(&self, task: &PolicyTask<'_>, credit: &Credit) -> usize {
        let other = self.kernels.get(self.graphs.first_beside(task.kernel_id) + credit.kernel as u32);
        other.map_or(0, |progress| progress.blocks.first_unfinished())
    }

    /// A block of the kernel has finished: raises the triggers of the kernels that wait for it.
    pub(super) fn raise_consumers(&mut self, board: &mut Board<'_>, kernel_id: u32) -> Result<(), RunError> {
        for place in 0..self.links.consumers(kernel_id).len() {
            let consumer = self.links.consumers(kernel_id)[place];
            self.raise_trigger(board, consumer)?;
        }
        Ok(())
    }

    /// Raises the triggers of all kernels with credits, after blocks may have finished without a message.
    pub(super) fn raise_all_consumers(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        let consumers: Vec<u32> = self.links.credited().collect();
        consumers.into_iter().try_for_each(|kernel_id| self.raise_trigger(board, kernel_id))
    }

    /// The entry is known: writes the credits that exist already.
    pub(super) fn raise_if_credited(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
    ) -> Result<(), RunError> {
        if self.links.is_credited(kernel_id) { self.raise_trigger(board, kernel_id) } else { Ok(()) }
    }

    /// The first credit exists: lets the kernel be pushed.
    pub(super) fn release_held(
        &mut self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
        count: u16,
    ) -> Result<(), RunError> {
        self.kernels.let_start(board, task, count)?;
        self.kernels.hold(task.kernel_id, false);
        self.write_descriptor(board, task, 0)?;
        board.hdr_mut().into_iter().for_each(|hdr| hdr.release_parts(task.kernel_id, 1));
        Ok(())
    }

    /// The credit that the next block of a kernel waits for, in words.
    pub(in crate::run) fn reason_of_credit(&self, kernel_id: u32) -> Option<String> {
        let (_, task) = self.locate(kernel_id)?;
        let Triggers::Credits(credits) = &task.kernel.triggers else { return None };
        let next = self.credited(&task);
        let short = credits.iter().find(|credit| credit.allowed(self.finished_of(&task, credit)) == next)?;
        let need = short.need.get(next)?;
        let name = task.dag.kernels.get(short.kernel).map_or("", |kernel| &kernel.name);
        let finished = self.finished_of(&task, short);
        Some(format!(
            "block {next} waits for the first {need} blocks of {name}, of which {finished} have finished"
        ))
    }
}
