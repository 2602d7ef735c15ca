//! The firmware API of the HWS for C: what `hws_fw.h` declares.
//!
//! Every call of fw-api under a C name, with its documentation and its arguments plus a bus handle. The
//! header `include/hws_fw.h` is generated from these sources and committed; a test compares the two.
//!
//! # Principles
//! - **Names.** The calls of the HWS's first definition keep their names (`initDAGProperty`, `resetDAG`, …). Getters
//!   are `hws_get_` and the Rust name, all other calls `hws_` and the Rust name.
//! - **Errors are return codes** ([`hws_status`]); details go to the [`hws_error`] of the handle. Nothing is global.
//! - **Numbers are checked, never truncated.** Flags, enums and small numbers are passed as 32-bit integers.
//! - **Results only on success.** A call that fails does not change its output parameters, unless its documentation
//!   says otherwise.
//!
//! # The contract of C callers
//! A pointer points to what its type says (the documentation gives the length of arrays), is valid for the call, and
//! is not used by anything else meanwhile. NULL and misaligned pointers are detected and refused; output memory need
//! not be initialised. The functions of a handle return normally. The library checks everything else: no numeric
//! argument causes undefined behaviour.
//!
//! No std (except for hosts, feature `std`), no allocation, no panics. Unsafe code is limited to what C needs:
//! exported names, the functions of a handle (`bus.rs`), and pointers, all of which are checked in `boundary.rs`.
#![no_std]
#![allow(non_camel_case_types, non_snake_case, reason = "the names are C's")]
#![allow(clippy::missing_safety_doc, reason = "one contract for all, above")]

#[cfg(feature = "std")]
extern crate std;

#[cfg(all(feature = "std", feature = "freestanding"))]
compile_error!("`freestanding` has its own panic handler; disable the default feature `std`");

mod abi;
mod boundary;
mod bus;
mod claims;
mod counters;
mod dag_table;
mod dags;
mod error;
mod errors;
mod identity;
mod kernel;
mod launch;
mod message;
mod mode;
mod number;
#[cfg(feature = "freestanding")]
mod panic;
mod placement;
mod policy;
mod priority;
mod reset;
mod status;
mod task;
mod timing;
mod topology;
mod usage_masks;

pub use abi::*;
pub use bus::*;
pub use claims::*;
pub use counters::*;
pub use dag_table::*;
pub use dags::*;
pub use error::*;
pub use errors::*;
pub use identity::*;
pub use kernel::*;
pub use launch::*;
pub use message::*;
pub use mode::*;
pub use placement::*;
pub use policy::*;
pub use priority::*;
pub use reset::*;
pub use status::*;
pub use task::*;
pub use timing::*;
pub use topology::*;
pub use usage_masks::*;
