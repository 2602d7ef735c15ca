//! A bit-exact model of the hardware scheduler (HWS), `scheduler.md` rule by rule.
//!
//! ```text
//! bus write/read ─► csr ──► commands ─┐ (boundary)
//! HDR / firmware ─► loader ─► ready_station ◄─┐
//!                               │ LATCH       │
//!                               ▼             │
//!                            priority         │
//!                               ▼             │
//!                      allocation, backfill   │
//!                               ▼ COMMIT      │
//!                            launch ──────────┤
//!                         │      │      │     │
//!                       mdma    mih  launch_table   promotion
//!                                      ▲
//!                   SIP reports ─► sip_status
//! ```
//!
//! Each file is one unit of the hardware and begins with its purpose and its part of the specification.
//! [`Hws`] owns the units and determines their order. Everything that happens is an [`Event`], which is passed
//! to the [`EventSink`] of the caller. The result of an attempt is a value, a [`Decision`], computed by a pure
//! function of the latched state.
//!
//! `§` in a comment refers to `scheduler.md`.
//!
//! # Guarantees
//! * `no_std`, no allocation, no unsafe code, and no input causes a panic.
//! * Deterministic, without floats, hash order or a clock: the same input gives the same state and the same
//!   events.
//! * `advance(n)` equals `n` calls of `tick()`.
//!
//! # Features
//! * `serde`: `Snapshot`, the whole state as a value that can be stored and restored; [`Event`] and [`Decision`] can be
//!   written and read.
//!
//! # Not modelled
//! The bit positions of MDMA commands, report addresses, and the list form of VC grants, which the
//! specification does not define.
//!
#![doc = include_str!("../use-from-rust.md")]
#![no_std]
#![forbid(unsafe_code)]

mod admission;
mod allocation;
mod allocation_only;
mod assumption;
mod backfill;
mod behaviour;
mod bus;
mod changes;
mod choice;
mod commands;
mod config;
mod counters;
mod csr;
mod dag_table;
mod decision;
mod derived;
mod doorbell;
mod engine;
mod entry_list;
mod errors;
mod event;
mod event_words;
mod failures;
mod fifo;
mod hrm;
mod hws;
mod kernel;
mod latched;
mod launch;
mod launch_table;
mod live_words;
mod loader;
mod map_facts;
mod masks;
mod mdma_fifo;
mod memory;
mod mih;
mod order;
mod output;
mod p_pool;
mod paths;
mod pools;
mod priority;
mod promotion;
mod ready_station;
mod reports;
mod requests;
mod reservation;
mod second_resource;
mod sip_status;
mod sizes;
#[cfg(feature = "serde")]
mod snapshot;
mod survey;
mod tables;
mod time_base;
mod waiting;

/// The lists of a [`Decision`] are of this crate.
pub use heapless;
/// The registers, by name.
pub use hws_regs as regs;
/// Descriptors, messages, sets of SIPs: everything that crosses an interface of the hardware.
pub use hws_types as types;

pub use allocation::Placement;
pub use assumption::Assumption;
pub use bus::{BusError, HdrRefused};
pub use choice::{Choice, ChoiceRule};
pub use config::{Config, ConfigError};
pub use decision::{Considered, Decision, TaskOption};
pub use doorbell::Doorbell;
pub use errors::{ErrorBit, NoSuchErrorBit};
pub use event::{CommandKind, Event, EventSink};
pub use failures::FailedAttempts;
pub use hws::{Attempt, Hws};
pub use latched::{TaskMasks, Way};
pub use memory::{ReadRefused, SharedMemory};
pub use priority::{PTask, Pool};
#[cfg(feature = "serde")]
pub use snapshot::{
    AttemptFault, ChoiceFault, CommandFault, CounterFault, DagFault, KernelFault, LaunchFault, LoaderFault,
    OwnershipFault, QuietError, ReservationFault, RestoreError, SipFault, Snapshot, TaskPlace, TimeFault,
    Unseen, VcRunFault,
};
pub use survey::{Survey, SurveyedTask};
