//! The environment of the HWS: stimulus, shared memory, SIPs, dependency resolver, and the recording and checking of
//! runs.
//!
//! * [`stimulus`]: operations as lines of JSON, read strictly and written canonically;
//! * [`SparseMemory`]: shared memory, in which only words that were written can be read;
//! * [`SipArray`]: the reference environment, SIPs that execute MDMA commands and report;
//! * [`Hdr`]: the dependency resolver, which pushes kernels when their predecessors allow it;
//! * [`Machine`]: the HWS and all of these, advancing in time together, for a replay as well as for firmware;
//! * [`SimBus`]: the bus of `fw-api` to a machine;
//! * [`Observer`]: a listener to a machine, such as [`TraceWriter`], [`stimulus::Writer`] or a test;
//! * [`Obstacle`]: what keeps a task of a pool from every placement;
//! * [`fault`]: faults, injected between the HWS and its surroundings;
//! * [`check`]: the invariants of `verification.md`, checked on a running HWS;
//! * [`replay()`]: from a stimulus to its trace, with the [`Digest`] of the last state.
//!
//! Formats and order are those of `interfaces.md`. The result of a run depends on its stimulus alone: there
//! is no clock, no hash order and no thread. Invalid input is an error with place, reason and remedy, never
//! a panic.
//!
//! This crate has no workloads and no plans; `hws-run` runs those.

pub mod check;
mod digest;
pub mod fault;
mod hdr;
mod json_lines;
mod machine;
mod memory;
mod observer;
mod obstacle;
mod operation;
mod places;
mod replay;
mod sim_bus;
mod sip_array;
pub mod stimulus;
mod trace;

/// The JSON Schema of a line of a stimulus (interfaces.md §5), generated from `interfaces.yaml`.
pub const STIMULUS_SCHEMA: &str = include_str!("stimulus.schema.json");
/// The JSON Schema of a line of a trace (interfaces.md §7), generated from `interfaces.yaml`.
pub const TRACE_SCHEMA: &str = include_str!("trace.schema.json");

pub use digest::Digest;
pub use hdr::{Dependency, Hdr, HdrError, HdrKernel, KernelState, KernelTimes, On};
pub use machine::{Machine, Refused, Silence};
pub use memory::{MemoryError, SparseMemory};
pub use observer::{EventsOnly, FirmwareAct, FirmwareRun, Observer};
pub use obstacle::{LaunchShape, Obstacle, free_for};
pub use replay::{
    ReplayError, ReplayOptions, Replayed, replay, replay_checked, replay_observed, replay_on, replay_parts,
    replay_until,
};
pub use sim_bus::{SimBus, target_at};
pub use sip_array::{DueReport, SipArray};
pub use trace::{
    TakeLines, TraceFilter, TraceKind, TraceLine, TraceLines, TraceListener, TraceParts, TraceValue,
    TraceWriter, UnknownTraceKind,
};
