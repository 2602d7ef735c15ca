//! Runs workloads on the model: from a file to finished kernels and reports.
//!
//! Each module depends only on those before it:
//! * [`hardware`]: the machine of a run and its settings;
//! * [`policy`]: scheduling policies by name, which become such settings;
//! * [`workload`]: task graphs and the machine they run on, read from files;
//! * [`run`](mod@run): the firmware that runs a workload on the HWS, and the record of the run;
//! * [`emit`](mod@emit): everything that firmware needs to run a workload, as files;
//! * [`timeline`]: the history of a run, as values to draw and to count;
//! * [`report`]: the figures of a run, its metrics, and its bounds;
//! * [`overview`]: the interpretation of a workload, before anything runs;
//! * [`comparison`]: the makespan of a workload as planned, as run, and its lower bound;
//! * [`prediction`]: how late a plan ends on the model, by a run of its first part;
//! * [`sweep`]: many runs, under many settings and seeds;
//! * [`tune`]: which of many settings suit a workload.
//!
//! The machine itself, the HWS with its environment, is in `hws-sim`. The same workload, settings and seed give
//! the same bytes: there is no clock, no hash order and no thread. Invalid input is an error with place, reason
//! and remedy, never a panic.

mod bounds;
pub mod comparison;
pub mod emit;
pub mod hardware;
pub mod overview;
pub mod policy;
pub mod prediction;
pub mod report;
pub mod run;
pub mod sweep;
mod text;
pub mod timeline;
pub mod tune;
pub mod workload;

/// Values and errors of JSON in signatures are of this crate.
pub use serde_json;
