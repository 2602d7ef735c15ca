//! How firmware responds to errors: with the policy's [`ErrorAnswer`] to each condition.
//!
//! Rejected kernels are known from their ERROR message, which carries their ids; all other conditions from
//! ERR_STATUS. Both are cleared, and are in the report of the run.

use std::collections::BTreeMap;

use fw_api::{HwsError, HwsErrors};
use hws_sim::KernelState;
use hws_sim::fault::FaultKind;
use hws_types::Cycle;

use super::{Amos, Board};
use crate::run::board::note_answer;
use crate::run::error::RunError;
use crate::run::faults::FaultAnswer;
use crate::run::policy::ErrorAnswer;
use crate::workload::Kernel;

impl Amos<'_, '_> {
    /// Responds to the sticky errors. They are cleared first, so that an error meanwhile is not missed.
    pub(super) fn answer_errors(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        let doing = || RunError::while_doing("clear the errors");
        let mut hws = self.driver(board);
        let errors = hws.errors().map_err(doing())?;
        hws.clear_errors(errors).map_err(doing())?;
        self.note_refused_accesses(board, errors);
        let mut has_lost = false;
        for error in errors.iter().filter(|&error| ErrorAnswer::default_for(error) != ErrorAnswer::GiveUp) {
            match self.policy.on_error(error, None) {
                ErrorAnswer::Note | ErrorAnswer::GiveUp => (),
                ErrorAnswer::Recover => has_lost = true,
                ErrorAnswer::Stop => return Err(RunError::Stopped { error }),
            }
        }
        if has_lost { self.recover(board) } else { Ok(()) }
    }

    /// Responds to an ERROR message: the HWS did not admit a task of the kernel.
    pub(super) fn rejected(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        code: u32,
    ) -> Result<(), RunError> {
        let Some((_, task)) = self.locate(kernel_id) else { return Ok(()) };
        let Some(error) = HwsError::from_code(code) else { return Ok(()) };
        match self.policy.on_error(error, Some(&task)) {
            ErrorAnswer::Note => Ok(()),
            ErrorAnswer::Recover => self.recover(board),
            ErrorAnswer::GiveUp => {
                self.try_again_or_give_up(board, kernel_id, Some(error));
                Ok(())
            }
            ErrorAnswer::Stop => Err(RunError::Stopped { error }),
        }
    }

    fn try_again_or_give_up(&mut self, board: &mut Board<'_>, kernel_id: u32, error: Option<HwsError>) {
        if !self.push_again(board, kernel_id, error) {
            self.give_up_rejected(board, kernel_id, error);
        }
    }

    /// Takes note of the errors that faults cause and that no message names: live words that were refused, and reports
    /// that came twice or too late, which the HWS has refused.
    fn note_refused_accesses(&mut self, board: &mut Board<'_>, errors: HwsErrors) {
        use FaultKind::{DoubledReport, LateReport, ReorderedReport};
        let Some(dog) = &mut self.watchdog else { return };
        if errors.has(HwsError::TdRead) {
            dog.must_refresh = true;
            dog.look_now();
        }
        for spurious in [HwsError::SpuriousComplete, HwsError::SpuriousPreComplete] {
            if errors.has(spurious) {
                let kinds = [DoubledReport, LateReport, ReorderedReport];
                note_answer(board, &kinds, FaultAnswer::Cleared);
            }
        }
    }

    /// Gives up the kernel and everything that depends on it, in other graphs, too; these graphs end with
    /// their other kernels.
    pub(super) fn give_up(&mut self, kernel_id: u32, now: Cycle) {
        let (mut behind, mut lost) = (vec![kernel_id], Vec::new());
        let mut dependents = BTreeMap::new();
        while let Some(kernel_id) = behind.pop() {
            if !self.kernels.given_up.insert(kernel_id) {
                continue;
            }
            lost.push(kernel_id);
            let Some((graph, task)) = self.locate(kernel_id) else { continue };
            let first = self.graphs.first(graph);
            let of_graph = dependents.entry(graph).or_insert_with(|| dependents_in(&task.dag.kernels, first));
            behind.extend(of_graph.get(&kernel_id).into_iter().flatten());
            behind.extend(self.links.behind(kernel_id));
        }
        for kernel_id in lost {
            self.is_done_with(kernel_id, now);
        }
    }

    /// Ends the kernels of a newly opened graph that were given up before.
    pub(super) fn give_up_in(&mut self, graph: usize, now: Cycle) {
        let lost: Vec<u32> = self.kernels.given_up.range(self.graphs.ids(graph)).copied().collect();
        for kernel_id in lost {
            self.is_done_with(kernel_id, now);
        }
    }

    /// Responds to rejections whose message was dropped; the resolver has them, too.
    pub(super) fn note_rejected_kernels(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        let rejected = |kernel_id: &u32| {
            let state = board.hdr().and_then(|hdr| hdr.state(*kernel_id));
            state == Some(KernelState::Rejected) && !self.kernels[*kernel_id].is_done()
        };
        let rejected: Vec<u32> = self.kernels.ids().filter(rejected).collect();
        for kernel_id in rejected {
            let Some((_, task)) = self.locate(kernel_id) else { continue };
            // Only the dropped message named the condition.
            match self.policy.on_error(HwsError::TdUnplaceable, Some(&task)) {
                ErrorAnswer::GiveUp => self.try_again_or_give_up(board, kernel_id, None),
                ErrorAnswer::Stop => return Err(RunError::Stopped { error: HwsError::TdUnplaceable }),
                ErrorAnswer::Note | ErrorAnswer::Recover => (),
            }
        }
        Ok(())
    }
}

/// The dependents of each kernel of a graph, by kernel_id.
fn dependents_in(kernels: &[Kernel], first: u32) -> BTreeMap<u32, Vec<u32>> {
    let mut dependents: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (kernel, kernel_id) in kernels.iter().zip(first..) {
        for dep in &kernel.deps {
            dependents.entry(first + dep.kernel).or_default().push(kernel_id);
        }
    }
    dependents
}
