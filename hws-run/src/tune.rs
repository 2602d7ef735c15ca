//! Tuning: which settings suit some workloads.
//!
//! * [`Objective`]: what is minimised, in comparison with the defaults;
//! * [`TuneSpace`]: the settings and values to choose from;
//! * [`TunePlan`]: workloads, space, objectives, seeds and budget;
//! * [`search`]: screening, successive halving, reverts and held-out runs, over a [`TuneBench`] that makes runs and a
//!   [`Proposer`] that suggests points;
//! * [`TuneReport`]: the recommendation, its gain on seeds that took no part in the choice, and what each setting does;
//! * [`Adviser`]: a glance at a few settings after a run, and whether a tuning is worth it.
//!
//! Everything is computed in a fixed order, so the same budget in runs gives the same report. Threads, files and the library that
//! proposes are left to the caller.

mod advice;
mod bench;
mod change;
mod front;
mod machines;
mod objective;
mod plan;
mod presets;
mod report;
mod search;
mod space;
#[cfg(test)]
mod tests;
mod text;
mod trials;

pub use advice::{ADVISED_PERMILLE, Adviser, REDRAWS, UNASKED_MOST};
pub use bench::{Proposer, TuneBench, TuneHalt};
pub use change::{LEAST_GAIN, TuneChange};
pub use machines::{TunedMachine, TunedMachines, TunedWrite};
pub use objective::{GOALS, Goal, Objective, ObjectiveError, ObjectiveReason};
pub use plan::{DEFAULT_BUDGET, HELD_OUT_FIRST, TuneBudget, TunePlan};
pub use presets::PRESETS;
pub use report::{
    TriedPoint, TuneEffect, TuneReport, TuneVerdict, TunedMetric, TunedPoint, TunedSetting, TunedWorkload,
};
pub use search::{TuneFound, search};
pub use space::{DEFAULT_SPACE, TuneDimension, TunePoint, TuneSpace};
pub use trials::{Trials, TuneRun};
