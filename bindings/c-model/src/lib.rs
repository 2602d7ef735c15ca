//! The HWS model for C: what `hws_model.h` declares.
//!
//! A model is an opaque handle of one HWS with its shared memory; there is nothing global, so a program may hold
//! as many as it likes. It is the only interface through which other languages use the model: C test benches, Python's
//! ctypes, a simulator's DPI. The header `include/hws_model.h` is generated from these sources and committed; the
//! test `headers` of `bindings/c` compares the two.
//!
//! # The contract of C callers
//! A model comes from `hws_model_create`, was not freed, and is used by one thread at a time. Another pointer is to what
//! its type says, valid for the call, and used by nobody else meanwhile. NULL and misaligned pointers are found
//! and refused.
#![allow(non_camel_case_types, reason = "the names are C's")]
#![allow(clippy::missing_safety_doc, reason = "one contract for all, above")]

mod access;
mod boundary;
mod handle;
mod memory;
mod ports;
mod status;

pub use access::*;
pub use handle::*;
pub use memory::*;
pub use ports::*;
pub use status::*;
