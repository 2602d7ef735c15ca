//! What a search needs of its surroundings: runs, and proposals.

use super::space::TunePoint;
use super::trials::TuneRun;
use crate::sweep::SweepRow;

/// Makes runs.
pub trait TuneBench {
    /// Why runs cannot be made.
    type Error;

    /// Makes these runs in any order; returns their rows in the order given, none for a run that was stopped.
    ///
    /// # Errors
    /// Those of files.
    fn make(&mut self, runs: &[TuneRun]) -> Result<Vec<Option<SweepRow>>, Self::Error>;

    /// Returns the seconds since the tuning began; only a budget in time asks.
    fn seconds(&self) -> f64;
}

/// Proposes points.
pub trait Proposer {
    /// Returns a point to try next, given points with their values, of which less is better.
    fn propose(&mut self, known: &[(TunePoint, f64)]) -> TunePoint;
}

/// Why a search ends early.
#[derive(Debug)]
pub enum TuneHalt<E> {
    /// The caller stopped it.
    Stopped,
    /// The bench failed.
    Failed(E),
    /// There is nothing to compare with: workload, seed and reason.
    Defaults {
        /// The workload, from 0.
        workload: usize,
        /// Its seed.
        seed: u64,
        /// Why the run was not drained.
        problem: String,
    },
    /// A workload has no value for a metric.
    NotMeasured {
        /// The workload, from 0.
        workload: usize,
        /// The metric.
        goal: &'static str,
    },
}
