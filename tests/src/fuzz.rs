//! Bodies of the fuzz targets, as library functions that also run as plain tests.
//!
//! [`registers`] decodes bytes into what the world outside can do to an HWS, does it, and has an
//! [`InvariantChecker`](hws_sim::check::InvariantChecker) look at every operation and every step of time.
//! It is a black box: what it knows of the HWS it reads through [`View`](hws_sim::check::View).
//!
//! The cargo-fuzz target is in the folder `fuzz/` of the repository.

mod choose;
mod descriptor;
mod driver;
mod memory;
mod operation;
mod reached;
mod register_write;
mod registers;

pub use reached::Reached;
pub use registers::{registers, run};
