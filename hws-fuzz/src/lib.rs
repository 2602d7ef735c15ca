//! Bodies of the fuzz targets, as library functions that also run as plain tests.
//!
//! Each target is a module with three functions, which depend on nothing but the bytes of an input: `run` performs what they
//! mean and returns what it reached, or a [`Failure`] with the operations that show it; `fuzz` panics with the story of
//! the failure, as libFuzzer expects; `record` gives the operations and events of any run, which
//! [`FuzzRun::replay`] repeats. [`TARGETS`] lists the targets whose runs are stimuli.
//!
//! [`registers`] decodes bytes into operations on the interface of an HWS, performs them, and checks every
//! operation and every step of time with an [`InvariantChecker`](hws_sim::check::InvariantChecker). The HWS is a
//! black box, whose state is read only through [`View`](hws_sim::check::View).
//!
//! [`firmware`] is random but legal firmware over `fw-api`: the machine must drain to all idle (I10).
//!
//! [`snapshot`] changes the snapshot of a run: it is refused, or a state that satisfies the invariants and runs on.
//!
//! The cargo-fuzz targets are in the folder `fuzz/` of the repository.

mod choices;
mod choose;
mod descriptor;
mod failure;
mod finding;
pub mod firmware;
mod history;
mod places;
mod recorded;
mod recording;
pub mod registers;
pub mod snapshot;
mod targets;

pub use failure::Failure;
pub use finding::FuzzFinding;
pub use recorded::FuzzRun;
pub use recording::{Heard, Recording};
pub use targets::{FuzzTarget, TARGETS};
