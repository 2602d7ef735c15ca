//! The interrupt: messages are drained one by one, each answered at once.

use fw_api::HwsError;
use hws_types::{BlockHeader, Entry, MihMessage, Notice};

use super::{Amos, Board};
use crate::observer::Observer;
use crate::run::error::RunError;
use crate::workload::{Kernel, Role, Triggers};

impl Amos<'_> {
    /// Answers whatever raised the interrupt line.
    pub(super) fn serve_interrupt<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        let causes = self.driver(board).interrupts().map_err(RunError::while_doing("read the interrupt"))?;
        if causes.message {
            self.drain_messages(board)?;
        }
        if causes.error {
            self.answer_errors(board)?;
        }
        Ok(())
    }

    fn drain_messages<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        let doing = || RunError::while_doing("read a message");
        while let Some(message) = self.driver(board).next_message().map_err(doing())? {
            self.handle(board, message)?;
            let now = board.cycle();
            board.observer_mut().0.message_handled(now);
        }
        Ok(())
    }

    /// Errors are sticky and in the report; only a dropped message needs an answer.
    fn answer_errors<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        let doing = || RunError::while_doing("clear the errors");
        let mut hws = self.driver(board);
        let errors = hws.errors().map_err(doing())?;
        hws.clear_errors(errors).map_err(doing())?;
        if errors.has(HwsError::MihOverflow) {
            self.recover(board)?;
        }
        Ok(())
    }

    fn handle<O: Observer>(&mut self, board: &mut Board<O>, message: MihMessage) -> Result<(), RunError> {
        let of = message.of();
        // The HDR is firmware's own: it knows which kernel these ids stand for.
        let Some(kernel_id) = board.hdr().and_then(|hdr| hdr.kernel_of(of.ids)) else { return Ok(()) };
        match message {
            MihMessage::SchedInfo { entry, last_block, .. } => self.launched(kernel_id, entry, last_block),
            MihMessage::BlockFinish { kernel_finish, .. } => {
                self.block_finished(board, kernel_id, of)?;
                if kernel_finish {
                    self.kernel_finished(kernel_id, board.cycle());
                }
            }
            MihMessage::Notify { notice: Notice::L2AllocReq { entry, vgs }, .. } => {
                self.grant_l2(board, kernel_id, of.ids, entry, vgs)?;
            }
            // RESULT says what the MDMA has already done, ERROR is in the report, and no kernel of a
            // workload asks firmware for VCs.
            MihMessage::Result { .. } | MihMessage::Notify { .. } => {}
        }
        Ok(())
    }

    /// The message names the entry of the kernel; behind the last block the entry is another's.
    fn launched(&mut self, kernel_id: u32, entry: Entry, last_block: bool) {
        if let Some(progress) = self.progress(kernel_id) {
            progress.entry = Some(entry).filter(|_| !last_block);
        }
    }

    fn block_finished<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
        of: BlockHeader,
    ) -> Result<(), RunError> {
        if let Some(progress) = self.progress(kernel_id) {
            progress.blocks.finish(of.block_id);
        }
        self.raise_trigger(board, kernel_id, of.ids)
    }

    /// Flow control: as many blocks may have started as have finished, and a window more.
    pub(super) fn raise_trigger<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
        ids: hws_types::TaskIds,
    ) -> Result<(), RunError> {
        let Some((_, dag, kernel)) = self.locate(kernel_id) else { return Ok(()) };
        let Some(window) = window(kernel) else { return Ok(()) };
        let Some(progress) = self.progress(kernel_id) else { return Ok(()) };
        let count = u16::try_from(progress.blocks.finished() + usize::from(window))
            .unwrap_or(u16::MAX)
            .min(kernel.blocks);
        let Some(entry) = progress.entry.filter(|_| count > progress.trigger) else { return Ok(()) };
        progress.trigger = count;
        let doing = RunError::while_doing(format!("trigger blocks of {}/{}", dag.name, kernel.name));
        self.driver(board).trigger_blocks(entry, ids, count).map_err(doing)
    }
}

fn window(kernel: &Kernel) -> Option<u16> {
    match (kernel.triggers, kernel.role) {
        (Triggers::Window(window), Role::Compute | Role::ComputeAfter(_)) => Some(window),
        _ => None,
    }
}
