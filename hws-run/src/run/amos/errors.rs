//! What firmware does about errors: the policy's [`Answer`] to each condition.
//!
//! Rejected kernels are known by their ERROR message, which says whose they are; everything else by
//! ERR_STATUS. Both are cleared, and in the report of the run.

use std::collections::BTreeMap;

use fw_api::HwsError;
use hws_types::Cycle;

use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::policy::Answer;
use crate::workload::Kernel;
use hws_sim::KernelState;
use hws_sim::Observer;

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

    /// The kernel and all behind it, in other graphs too, will not run; their graphs end with the others.
    fn give_up(&mut self, kernel_id: u32, now: Cycle) {
        let (mut behind, mut lost) = (vec![kernel_id], Vec::new());
        let mut dependents = BTreeMap::new();
        while let Some(kernel_id) = behind.pop() {
            if !self.given_up.insert(kernel_id) {
                continue;
            }
            lost.push(kernel_id);
            let Some((graph, task)) = self.locate(kernel_id) else { continue };
            let first = self.graphs[graph].first;
            let of_graph = dependents.entry(graph).or_insert_with(|| dependents_in(&task.dag.kernels, first));
            behind.extend(of_graph.get(&kernel_id).into_iter().flatten());
            behind.extend(self.links.behind(kernel_id));
        }
        for kernel_id in lost {
            self.is_done_with(kernel_id, now);
        }
    }

    /// A graph that is opened may have kernels that were given up before.
    pub(super) fn give_up_in(&mut self, graph: usize, now: Cycle) {
        let (first, count) = (self.graphs[graph].first, self.workload.dags[graph].kernels.len() as u32);
        let lost: Vec<u32> = self.given_up.range(first..first + count).copied().collect();
        for kernel_id in lost {
            self.is_done_with(kernel_id, now);
        }
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

/// Who waits for each kernel of a graph, by kernel_id.
fn dependents_in(kernels: &[Kernel], first: u32) -> BTreeMap<u32, Vec<u32>> {
    let mut dependents: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (kernel, kernel_id) in kernels.iter().zip(first..) {
        for dep in &kernel.deps {
            dependents.entry(first + dep.kernel as u32).or_default().push(kernel_id);
        }
    }
    dependents
}
