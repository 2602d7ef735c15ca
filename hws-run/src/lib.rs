//! Workloads on the model: from a file to finished kernels, and to an account of what happened.
//!
//! * [`workload`]: task graphs and the machine they run on, read from files;
//! * [`overview`]: what was understood of a workload;
//! * [`policy`]: scheduling policies by name;
//! * [`run`](mod@run): firmware takes a workload through the HWS;
//! * [`emit`](mod@emit): what firmware needs to run a workload, as files;
//! * [`timeline`]: what happened in a run, as values to draw and to count;
//! * [`report`]: the figures of a run, against its bounds;
//! * [`comparison`]: a workload as planned, as run, and its lower bound;
//! * [`sweep`]: many runs, under many settings and seeds.
//!
//! The machine itself, the HWS with its surroundings, is `hws-sim`. Guarantees: the same workload, settings and
//! seed give the same bytes, with no clock, no hash order and no threads. Bad input is an error with
//! place, reason and remedy, never a panic.

pub mod comparison;
pub mod emit;
pub mod overview;
pub mod policy;
pub mod report;
pub mod run;
pub mod sweep;
pub mod timeline;
pub mod workload;
