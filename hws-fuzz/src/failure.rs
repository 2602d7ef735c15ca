//! What a fuzz target found, with the operations that show it.

use std::fmt;

use hws_model::Config;
use hws_sim::stimulus::Operation;

use crate::finding::FuzzFinding;
use crate::history;
use crate::recorded::FuzzRun;
use crate::recording::Recording;

/// A failure of a fuzz target. Its `Display` is the story: what was found, and what led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The sizes of the HWS.
    pub config: Config,
    /// Every operation on the HWS in order, and the end: a stimulus that repeats the run.
    pub operations: Vec<Operation>,
    /// What was found.
    pub finding: FuzzFinding,
    /// What happened before it to the resource concerned, oldest first.
    pub history: Vec<String>,
}

impl Failure {
    /// A failure of the run that was recorded.
    #[must_use]
    pub fn new(config: Config, mut recording: Recording, finding: FuzzFinding) -> Self {
        recording.complete();
        let history = history::of(&recording, &finding);
        Self { config, operations: recording.operations, finding, history }
    }

    /// A run that failed once and not again, although it depends on nothing but its bytes.
    pub(crate) fn unsteady() -> Self {
        let message = "the second run of the same input did not fail".to_owned();
        Self::new(Config::default(), Recording::default(), FuzzFinding::Other { kind: "unsteady", message })
    }

    /// The shortest stimulus found, in at most `tries` replays, in which a replay finds the same fault; the story is that
    /// of the short one. None if no replay of all operations finds it.
    #[must_use]
    pub fn shrunk(&self, tries: usize) -> Option<Self> {
        let all = FuzzRun::replay(self.config, &self.operations);
        let is_shown = |run: &FuzzRun| run.finding.as_ref().is_some_and(|found| found.is_like(&self.finding));
        all.shrunk(tries, is_shown)?.into_failure()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.finding)?;
        self.history.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
        let (n_rs, n_dag) = (self.config.n_rs(), self.config.n_dag());
        write!(f, "\nafter {} operations, N_RS {n_rs}, N_DAG {n_dag}", self.operations.len())
    }
}

impl std::error::Error for Failure {}
