//! A run with its recording and what was found in it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hws_model::{Config, Hws};
use hws_sim::Machine;
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::{Operation, shrink};

use crate::failure::Failure;
use crate::finding::FuzzFinding;
use crate::recording::Recording;

/// A run that was recorded, up to what was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuzzRun {
    /// The sizes of the HWS.
    pub config: Config,
    /// Whether the operations are a stimulus of the same run. They are not where MDMA commands waited in their FIFO: a
    /// replay takes them as they appear (interfaces.md §6).
    pub is_replayable: bool,
    /// Operations and events.
    pub recording: Recording,
    /// What was found, if anything.
    pub finding: Option<FuzzFinding>,
}

impl FuzzRun {
    /// Records what `run` shows its observer, up to its finding or a panic.
    pub fn new(config: Config, run: impl FnOnce(&mut Recording) -> Option<FuzzFinding>) -> Self {
        let mut recording = Recording::default();
        // After a panic only the recording is used, to which every operation was added before it began.
        let ran = catch_unwind(AssertUnwindSafe(|| run(&mut recording)));
        let finding = ran.unwrap_or_else(|payload| Some(FuzzFinding::from_panic(payload.as_ref())));
        recording.complete();
        Self { config, is_replayable: true, recording, finding }
    }

    /// Repeats operations as `hws replay --check` does, up to the first violation.
    #[must_use]
    pub fn replay(config: Config, operations: &[Operation]) -> Self {
        Self::new(config, |recording| {
            let mut machine = Machine::new(Hws::new(config), (recording, InvariantChecker::new()));
            let violated = operations.iter().find_map(|operation| {
                // A refusal is part of the run.
                let _ = machine.perform(operation);
                machine.observer().1.verdict().first.clone()
            });
            if violated.is_some() && machine.observer().0.state.is_none() {
                machine.end();
            }
            violated.map(FuzzFinding::Violation)
        })
    }

    /// Returns whether a replay of the operations shows the same fault, or reaches the same state if there is none.
    #[must_use]
    pub fn is_repeated_by_replay(&self) -> bool {
        let replayed = Self::replay(self.config, &self.recording.operations);
        match (&self.finding, &replayed.finding) {
            (Some(found), Some(again)) => again.is_like(found),
            // What the target itself expects is not expected by a replay, which shows the same state.
            (None | Some(FuzzFinding::Other { .. }), None) => {
                self.recording.state == replayed.recording.state
            }
            _ => false,
        }
    }

    /// The shortest run found, in at most `tries` replays, of which `is_shown` is true; none if it is not true of a replay
    /// of all operations.
    pub fn shrunk(&self, tries: usize, is_shown: impl Fn(&Self) -> bool) -> Option<Self> {
        let replayed = |operations: &[Operation]| Self::replay(self.config, operations);
        let (all, fails) = (&self.recording.operations, |shorter: &[Operation]| is_shown(&replayed(shorter)));
        fails(all).then(|| replayed(&shrink(all, tries, fails)))
    }

    /// The failure, if anything was found.
    #[must_use]
    pub fn into_failure(self) -> Option<Failure> {
        let Self { config, recording, finding, .. } = self;
        finding.map(|finding| Failure::new(config, recording, finding))
    }
}
