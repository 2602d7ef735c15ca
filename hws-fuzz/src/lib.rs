//! Bodies of the fuzz targets, as library functions that also run as plain tests.
//!
//! [`registers`] decodes bytes into operations on the interface of an HWS, performs them, and checks every
//! operation and every step of time with an [`InvariantChecker`](hws_sim::check::InvariantChecker). The HWS is a
//! black box, whose state is read only through [`View`](hws_sim::check::View).
//!
//! The cargo-fuzz targets are in the folder `fuzz/` of the repository.

mod choose;
mod descriptor;
pub mod firmware;
mod memory;
pub mod registers;
