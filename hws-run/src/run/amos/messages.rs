//! The interrupt: messages are drained one by one, and each is handled at once.

use fw_api::Error;
use hws_sim::KernelState;
use hws_types::{BlockHeader, Entry, LaunchId, MihMessage, Notice};

use super::grants::{Request, Resource};
use super::{Amos, Board};
use crate::run::board::disturbance;
use crate::run::error::RunError;

impl Amos<'_, '_> {
    /// Handles the causes of the interrupt; returns whether there were any.
    pub(super) fn serve_interrupt(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        let causes = self.driver(board).interrupts().map_err(RunError::while_doing("read the interrupt"))?;
        if causes.message {
            self.drain_messages(board)?;
        }
        if causes.error {
            self.answer_errors(board)?;
        }
        let has_happened = causes.message || causes.error;
        // An empty poll must not trigger another look: a look can outlast the poll interval, and the two would keep each other going
        // forever.
        self.watchdog.iter_mut().filter(|_| has_happened).for_each(|dog| dog.stir());
        Ok(has_happened)
    }

    fn drain_messages(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        while let Some(message) = self.take_message(board)? {
            message.map_or(Ok(()), |message| self.handle(board, message))?;
            board.observer_mut().0.serve(None);
            let now = board.cycle();
            board.observer_mut().0.message_handled(now);
        }
        Ok(())
    }

    /// Takes the next message: none within if it was popped and its answer lost.
    fn take_message(&mut self, board: &mut Board<'_>) -> Result<Option<Option<MihMessage>>, RunError> {
        let taken = self.driver(board).next_message();
        let is_gone = disturbance(board).is_some_and(|disturbance| disturbance.take_gone());
        if matches!(taken, Err(Error::Bus(_))) && is_gone {
            self.watchdog.iter_mut().for_each(|dog| dog.look_now());
            return Ok(Some(None));
        }
        Ok(taken.map_err(RunError::while_doing("read a message"))?.map(Some))
    }

    fn handle(&mut self, board: &mut Board<'_>, message: MihMessage) -> Result<(), RunError> {
        let of = message.header();
        // The resolver belongs to firmware, so it can be asked for the kernel with these ids.
        let Some(kernel_id) = board.hdr().and_then(|hdr| hdr.kernel_of(of.ids)) else { return Ok(()) };
        board.observer_mut().0.serve(self.locate(kernel_id).map(|(graph, ..)| graph));
        if self.is_known(board, kernel_id, &message) {
            return Ok(());
        }
        match message {
            MihMessage::Result { sips, .. } => {
                self.starts.named(of, sips);
                self.note_place(kernel_id, of.block_id, sips);
                Ok(())
            }
            MihMessage::SchedInfo { entry, launch_id, last_block, .. } => {
                self.launched(board, kernel_id, of, entry, last_block);
                self.raise_if_credited(board, kernel_id)?;
                self.start_named(board, kernel_id, of, launch_id)
            }
            MihMessage::BlockFinish { launch_id, kernel_finish, .. } => {
                self.starts.over(launch_id, of);
                self.block_finished(board, kernel_id, of)?;
                self.note_kernel_finish(board, kernel_id, kernel_finish)
            }
            MihMessage::Notify { notice, .. } => self.notified(board, kernel_id, of, notice),
        }
    }

    fn notified(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        of: BlockHeader,
        notice: Notice,
    ) -> Result<(), RunError> {
        let (entry, resource, places) = match notice {
            Notice::Error { code } => return self.rejected(board, kernel_id, code.into()),
            Notice::L2AllocReq { entry, vgs } => (entry, Resource::L2, vgs),
            Notice::VcAllocReq { entry, dies } => (entry, Resource::Vc, dies),
        };
        let request = Request { kernel_id, ids: of.ids, entry, block: of.block_id, resource, places };
        self.requested(board, request)
    }

    /// The message names the entry of the kernel; after the last block, the entry may belong to another one.
    fn launched(
        &mut self,
        board: &Board<'_>,
        kernel_id: u32,
        of: BlockHeader,
        entry: Entry,
        last_block: bool,
    ) {
        if let Some((_, task)) = self.locate(kernel_id) {
            self.kernels[kernel_id].entry = Some((entry, of.ids)).filter(|_| !last_block);
            self.policy.on_launch(&task, of.block_id, board.cycle());
        }
    }

    /// RESULT and SCHED_INFO come as a pair; on the MIH path they are the command to start the block.
    fn start_named(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        of: BlockHeader,
        launch_id: LaunchId,
    ) -> Result<(), RunError> {
        if let Some(sips) = self.starts.take_named(of).filter(|_| self.starts_blocks()) {
            let _is_first = self.start(board, kernel_id, of, launch_id, sips);
        }
        Ok(())
    }

    fn block_finished(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        of: BlockHeader,
    ) -> Result<(), RunError> {
        let Some((_, task)) = self.locate(kernel_id) else { return Ok(()) };
        if self.kernels[kernel_id].blocks.finish(of.block_id) {
            self.watchdog.iter_mut().for_each(|dog| dog.has_progressed(kernel_id));
            self.take_back(kernel_id, of.block_id);
            self.policy.on_block_finish(&task, of.block_id, board.cycle());
        }
        self.raise_trigger(board, kernel_id)?;
        self.raise_consumers(board, kernel_id)?;
        self.serve_waiting(board)
    }

    /// A task ends with its last block, a kernel in several tasks with the last block of all of them.
    fn note_kernel_finish(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        kernel_finish: bool,
    ) -> Result<(), RunError> {
        let progress = &self.kernels[kernel_id];
        let is_last = !progress.is_in_parts() || progress.blocks.are_all_finished();
        if kernel_finish && is_last {
            self.kernel_finished(kernel_id, board.cycle());
            self.serve_waiting(board)?;
        }
        Ok(())
    }

    /// The resolver has seen the end of a kernel. Firmware learns of it by a message, unless the kernel sends
    /// none.
    pub(super) fn resolver_ended(&mut self, board: &Board<'_>, kernel: Option<u32>) {
        let Some(kernel_id) = kernel else { return };
        let is_finished = board.hdr().and_then(|hdr| hdr.state(kernel_id)) == Some(KernelState::Finished);
        if is_finished && !self.sends_messages(kernel_id) {
            self.kernel_finished(kernel_id, board.cycle());
        }
    }

    /// Whether the HWS sends messages about the blocks of a kernel.
    pub(super) fn sends_messages(&self, kernel_id: u32) -> bool {
        self.workload.firmware.report || self.starts_blocks() || self.kernels.td(kernel_id).out_path_mih
    }
}
