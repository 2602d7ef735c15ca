//! Credits: blocks that may start as blocks of other kernels finish (planner §5).
//!
//! * What counts is the contiguous prefix: blocks may finish out of order on several SIPs.
//! * A kernel without its first credit is not pushed: no message would name its entry, and it would hold it. It
//!   is pushed when the credit exists, with the trigger of that moment.
//! * Between its push and the SCHED_INFO that names its entry credits are kept, and told then.
//! * BLOCK_TRIGGER_CNT is never lowered and never above block_num, since credits only grow.

use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::policy::Task;
use crate::workload::{Credit, Triggers};
use hws_sim::Observer;

impl Amos<'_, '_> {
    /// How many blocks of a kernel the others allow.
    pub(super) fn credited(&self, task: &Task<'_>) -> usize {
        let Triggers::Credits(credits) = &task.kernel.triggers else { return usize::MAX };
        let allowed = credits.iter().map(|credit| credit.allowed(self.finished_of(task, credit)));
        allowed.min().unwrap_or(usize::MAX)
    }

    /// First blocks of the other kernel that have all finished.
    fn finished_of(&self, task: &Task<'_>, credit: &Credit) -> usize {
        let first = self.locate(task.kernel_id).map_or(0, |(graph, _)| self.graphs[graph].first);
        let other = self.kernels.get(first as usize + credit.kernel);
        other.map_or(0, |progress| progress.blocks.first_unfinished())
    }

    /// A block of the kernel has finished: others may start.
    pub(super) fn raise_consumers<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
    ) -> Result<(), RunError> {
        for place in 0..self.links.consumers(kernel_id).len() {
            let consumer = self.links.consumers(kernel_id)[place];
            self.raise_trigger(board, consumer)?;
        }
        Ok(())
    }

    /// Much may have finished unheard.
    pub(super) fn raise_all_consumers<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        let consumers: Vec<u32> = self.links.credited().collect();
        consumers.into_iter().try_for_each(|kernel_id| self.raise_trigger(board, kernel_id))
    }

    /// The entry is known: it hears of the credits that came before.
    pub(super) fn raise_if_credited<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
    ) -> Result<(), RunError> {
        if self.links.is_credited(kernel_id) { self.raise_trigger(board, kernel_id) } else { Ok(()) }
    }

    /// The first credit exists: the kernel may be pushed.
    pub(super) fn let_go<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        task: &Task<'_>,
        count: u16,
    ) -> Result<(), RunError> {
        self.let_start(board, task, count)?;
        let progress = &mut self.kernels[task.kernel_id as usize];
        progress.td.block_trigger_cnt = count;
        progress.is_held = false;
        self.write_descriptor(board, task, 0)?;
        board.hdr_mut().into_iter().for_each(|hdr| hdr.release_parts(task.kernel_id, 1));
        Ok(())
    }

    /// Which credit the next block of a kernel waits for.
    pub(in crate::run) fn credit_reason(&self, kernel_id: u32) -> Option<String> {
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
