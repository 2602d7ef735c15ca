//! Bodies of the fuzz targets, as library functions that also run as plain tests.
//!
//! [`registers`] decodes bytes into what the world outside can do to an HWS, does it, and holds the
//! registers against the invariants of `verification.md` after every operation and every step of
//! time. It is a black box: what it knows of the HWS it reads through [`View`], with `peek`.
//!
//! The cargo-fuzz target is in the folder `fuzz/` of the repository.

mod choose;
mod descriptor;
mod driver;
pub mod invariants;
mod memory;
mod operation;
mod reached;
mod register_write;
mod registers;
mod view;

pub use invariants::{Invariant, Violation};
pub use reached::Reached;
pub use registers::{registers, run};
pub use view::{LaunchView, SipView, TaskView, View};
