//! The model and `hws check` for SystemVerilog over DPI-C: what `sv/hws_dpi_pkg.sv` imports.
//!
//! * all of `hws_model.h` ([`hws_model_c`]), with a few functions for what DPI cannot pass (`hws_dpi_*`);
//! * `hws_check_*`: the invariants, checked on a model while it runs ([`hws_sim::check`]);
//! * `hws_live_*`: a design that a simulator runs, compared with the model at every edge ([`hws_dv::live`]).
//!
//! `hws_model.h` stays free of all this, so that a program that only needs the model gets a small library.
//!
//! # The contract of callers
//! That of [`hws_model_c`]. A handle comes from the function that makes it, was not freed, and is used by one thread at a
//! time. Texts are valid until the next call with the same handle.
#![allow(non_camel_case_types, reason = "the names are C's")]
#![allow(clippy::missing_safety_doc, reason = "one contract for all, above")]

mod boundary;
mod check;
mod edge;
mod group;
mod live;
mod report;
mod scalars;

pub use check::*;
pub use edge::*;
pub use hws_model_c::*;
pub use live::*;
pub use report::*;
pub use scalars::*;
