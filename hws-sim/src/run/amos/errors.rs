//! What firmware does about errors: the policy's [`Answer`] to each condition.
//!
//! Rejected kernels are known by their ERROR message, which says whose they are; everything else by
//! ERR_STATUS. Both are cleared, and in the report of the run.

use fw_api::HwsError;
use hws_types::Cycle;

use super::{Amos, Board};
use crate::hdr::KernelState;
use crate::observer::Observer;
use crate::run::error::RunError;
use crate::run::policy::Answer;

impl Amos<'_, '_> {
    /// The sticky errors. They are cleared first, so that what is lost meanwhile is not overlooked.
    pub(super) fn answer_errors<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        let doing = || RunError::while_doing("clear the errors");
        let mut hws = self.driver(board);
        let errors = hws.errors().map_err(doing())?;
        hws.clear_errors(errors).map_err(doing())?;
        let mut has_lost = false;
        for error in errors.iter().filter(|&error| Answer::usual(error) != Answer::GiveUp) {
            match self.policy.on_error(error, None) {
                Answer::Note | Answer::GiveUp => (),
                Answer::Recover => has_lost = true,
                Answer::Stop => return Err(RunError::Stopped { error }),
            }
        }
        if has_lost { self.recover(board) } else { Ok(()) }
    }

    /// An ERROR message: the HWS did not admit a task of the kernel.
    pub(super) fn rejected<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
        code: u32,
    ) -> Result<(), RunError> {
        let Some((_, task)) = self.locate(kernel_id) else { return Ok(()) };
        let Some(error) = HwsError::from_code(code) else { return Ok(()) };
        match self.policy.on_error(error, Some(&task)) {
            Answer::Note => Ok(()),
            Answer::Recover => self.recover(board),
            Answer::GiveUp => {
                self.give_up(kernel_id, board.cycle());
                Ok(())
            }
            Answer::Stop => Err(RunError::Stopped { error }),
        }
    }

    /// The kernel and all behind it will not run; the graph ends with the others.
    fn give_up(&mut self, kernel_id: u32, now: Cycle) {
        let Some((graph, task)) = self.locate(kernel_id) else { return };
        let first = self.graphs[graph].first;
        let mut lost = vec![false; task.dag.kernels.len()];
        let mut behind = vec![(kernel_id - first) as usize];
        while let Some(index) = behind.pop() {
            if !std::mem::replace(&mut lost[index], true) {
                let waits =
                    |place: &usize| task.dag.kernels[*place].deps.iter().any(|dep| dep.kernel == index);
                behind.extend((0..lost.len()).filter(waits));
            }
        }
        for (kernel_id, _) in (first..).zip(lost).filter(|&(_, is_lost)| is_lost) {
            self.is_done_with(kernel_id, now);
        }
        self.has_given_up = true;
    }

    /// Rejections whose message was dropped: the resolver knows of them too.
    pub(super) fn note_rejected_kernels<O: Observer>(&mut self, board: &Board<O>) -> Result<(), RunError> {
        let rejected = |kernel_id: &u32| {
            let state = board.hdr().and_then(|hdr| hdr.state(*kernel_id));
            state == Some(KernelState::Rejected) && !self.kernels[*kernel_id as usize].is_done
        };
        let rejected: Vec<u32> = (0..self.kernels.len() as u32).filter(rejected).collect();
        for kernel_id in rejected {
            let Some((_, task)) = self.locate(kernel_id) else { continue };
            // Which condition it was, the dropped message knew.
            match self.policy.on_error(HwsError::TdUnplaceable, Some(&task)) {
                Answer::GiveUp => self.give_up(kernel_id, board.cycle()),
                Answer::Stop => return Err(RunError::Stopped { error: HwsError::TdUnplaceable }),
                Answer::Note | Answer::Recover => (),
            }
        }
        Ok(())
    }
}
