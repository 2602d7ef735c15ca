//! Everything around the HWS: what feeds it, what answers it, and what writes down what it does.
//!
//! * [`stimulus`]: operations as lines of JSON, read strictly and written canonically;
//! * [`SparseMemory`]: shared memory, in which only what was written can be read;
//! * [`SipArray`]: the reference environment, SIPs that run what MDMA commands say and report;
//! * [`Hdr`]: the dependency resolver, which pushes kernels as their predecessors allow;
//! * [`Machine`]: the HWS and these, moving in time together; the same for a replay and for firmware;
//! * [`check`]: what must always hold, checked on a running machine;
//! * [`Observer`]: whoever listens to a machine: [`TraceWriter`], [`EndLine`], [`stimulus::Writer`], a test;
//! * [`replay`]: a stimulus in, its trace out, with the [`Digest`] of the last state;
//!
//! Formats and order are those of `interfaces.md`. What happens depends on nothing but the stimulus:
//! no clock, no hash order, no thread. Bad input is an error with place, reason and remedy, never a panic.

pub mod check;
mod digest;
mod hdr;
mod machine;
mod memory;
mod observer;
mod regs;
mod replay;
mod sip_array;
pub mod stimulus;
mod text;
mod trace;

pub use digest::Digest;
pub use hdr::{Dependency, Hdr, HdrError, HdrKernel, KernelState, KernelTimes, On};
pub use machine::{Machine, Refused};
pub use memory::{MemoryError, SparseMemory, check_span};
pub use observer::{EventsOnly, FirmwareRun, Observer};
pub use replay::{ReplayError, ReplayOptions, Replayed, replay, replay_observed, replay_on};
pub use sip_array::{DueReport, SipArray};
pub use trace::{EndLine, TraceWriter};
