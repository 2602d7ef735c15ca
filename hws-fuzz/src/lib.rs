//! Bodies of the fuzz targets, as library functions that also run as plain tests.
//!
//! Each target is a module with two functions: `run` performs what the bytes of an input mean and returns what it
//! reached, or a [`Failure`] with the operations that show it; `fuzz` panics with the story of the failure, as libFuzzer
//! expects. Both depend on nothing but the bytes.
//!
//! [`registers`] decodes bytes into operations on the interface of an HWS, performs them, and checks every
//! operation and every step of time with an [`InvariantChecker`](hws_sim::check::InvariantChecker). The HWS is a
//! black box, whose state is read only through [`View`](hws_sim::check::View).
//!
//! The cargo-fuzz targets are in the folder `fuzz/` of the repository.

mod choose;
mod descriptor;
mod failure;
mod places;
pub mod registers;

pub use failure::{Failure, Finding, Recording};
