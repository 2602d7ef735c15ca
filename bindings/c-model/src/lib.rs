//! The HWS model for C: what `hws_model.h` declares.
//!
//! A model is an opaque handle of one HWS with its shared memory. Nothing is global, so a program may have any number
//! of models. All other languages use the model through this interface: C test benches, Python's ctypes, a
//! simulator's DPI. The header `include/hws_model.h` is generated from these sources and committed; `bindings/headers`
//! compares the two.
//!
//! # The contract of C callers
//! A model comes from `hws_model_create`, was not freed, and is used by one thread at a time. Any other pointer points to
//! what its type says, is valid for the call, and is not used by anything else meanwhile. NULL and misaligned pointers
//! are detected and refused.
#![allow(non_camel_case_types, reason = "the names are C's")]
#![allow(clippy::missing_safety_doc, reason = "one contract for all, above")]

mod abi;
mod access;
mod boundary;
mod compare;
mod event_kind;
mod events;
mod handle;
mod memory;
mod ports;
mod snapshot;
mod status;
mod watcher;

pub use abi::*;
pub use access::*;
pub use compare::*;
pub use event_kind::*;
pub use events::*;
pub use handle::*;
pub use memory::*;
pub use ports::*;
pub use snapshot::*;
pub use status::*;
pub use watcher::ModelWatcher;
