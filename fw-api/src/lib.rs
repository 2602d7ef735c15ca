//! The firmware API of the HWS: every operation of firmware on the Amos core on its CF registers.
//!
//! # Where to start
//! `cargo doc --open` opens this page. Firmware begins here; other programs begin at
//! [`hws_model`](../hws_model/index.html) (the HWS alone), [`hws_sim`](../hws_sim/index.html) (with memory, SIPs and
//! the resolver), [`hws_run`](../hws_run/index.html) (from a workload to a report),
//! [`hws_dv`](../hws_dv/index.html) (dumps), [`hws_plan`](../hws_plan/index.html) (graphs to plans) or
//! [`hws_regmap`](../hws_regmap/index.html) (any register map). `docs/architecture.md` shows how they fit together.
//!
//! # Principles
//! - **A bus, never a model.** Everything goes through [`Bus`]: aligned 32-bit reads and writes,
//!   both fallible. [`Mmio`] is the real window; anything else can implement it too.
//! - **No register numbers.** Offsets, fields and legal values come from [`regs`], which is generated
//!   from the register map. The documentation of each call lists its register accesses in order.
//! - **Arguments first.** A call checks its arguments before its first access. After that it can only
//!   fail because of the bus, the hardware's answer ([`Refusal`]), or a wait that reached its bound.
//! - **Bounded waits.** The bus has no clock, so a bound is a number of polls ([`Wait`]), derived from
//!   the hardware's parameters. [`HwsDriver::identify`] checks these. How long a block runs is not a
//!   parameter, so the caller of [`HwsDriver::claim_when_idle`] sets that bound.
//! - **No half-done sequences.** Operands are written again each time and the handle keeps no state,
//!   so after an error any call can be made, including the same one. Where repeating it is not
//!   harmless, the call's documentation says so.
//!
//! # Bring-up
//! ```
//! use fw_api::{BackfillMargin, Bus, HwsDriver, InPath, Interrupts, OutPath, Outcome};
//! use hws_types::Topology;
//!
//! fn bring_up<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<(), B> {
//!     hws.identify()?;
//!     hws.set_topology(Topology::FULL)?;
//!     hws.set_time_unit(10)?;
//!     hws.set_mode(OutPath::Mdma, InPath::Hdr)?;
//!     hws.set_report(true)?;
//!     hws.set_backfill(BackfillMargin::default())?;
//!     hws.enable_interrupts(Interrupts { message: true, error: true })?;
//!     hws.enable()
//! }
//! ```
//! On an interrupt, [`HwsDriver::messages`] drains the messages of the HWS.
//!
//! # Decorators
//! These wrap another bus: [`Traced`] reports every access to a listener, [`Recorded`] records accesses,
//! [`Faulty`] makes them fail. `docs/firmware-traffic.md` lists the accesses of each call.
//!
//! # Limitations
//! Use one handle at a time: two masters that write commands or operands at once interfere with each
//! other. The API does not order accesses to shared memory against accesses to registers; descriptors
//! must be visible before the call that makes the HWS read them.
//!
//! No std, no allocation, no panics; unsafe code only in [`Mmio`].
#![no_std]

mod access;
mod allocation;
mod argument;
mod backfill;
mod bus;
mod claim_when_idle;
mod command;
mod counters;
mod dag;
mod dag_table;
mod driver;
mod early_launch;
mod error;
mod faulty;
mod firmware_task;
mod hrm;
mod hws_error;
mod identity;
mod interrupt;
mod kernel;
mod launch;
mod launch_scan;
mod message;
mod mmio;
mod mode;
mod occasions;
mod placement;
mod priority_curve;
mod priority_table;
mod promotion;
mod recorded;
mod refusal;
mod reset;
pub mod sip_ids;
mod sip_report;
mod sip_status;
mod timing;
mod topology;
mod traced;
mod trigger;
mod usage_mask;
mod usage_masks;
mod wait;

pub use access::BusAccess;
pub use allocation::AllocationOrder;
pub use argument::{Expected, InvalidArgument};
pub use backfill::BackfillMargin;
pub use bus::{Bus, BusExt};
pub use counters::Counters;
pub use dag::{DagKind, DagReset};
pub use dag_table::DagTable;
pub use driver::HwsDriver;
pub use early_launch::PreIdleSource;
pub use error::{Error, Outcome};
pub use faulty::{BusFault, Faulty, FaultyError};
pub use firmware_task::FirmwareTask;
pub use hrm::{Claim, ClaimGuard};
pub use hws_error::{FirstError, HwsError, HwsErrors};
pub use hws_regs as regs;
pub use hws_regs::{InPath, OutPath};
pub use hws_types as types;
pub use interrupt::Interrupts;
pub use kernel::{BlockParams, KernelAction, L2Need, VcNeed, copy_grants, needs_messages};
pub use launch::Launch;
pub use launch_scan::FirmwareLaunches;
pub use message::Messages;
pub use mmio::{Mmio, NoSuchWord};
pub use occasions::Occasions;
pub use placement::{PinPolicy, max_coop_blocks, pin_to_cluster};
pub use priority_curve::PriorityCurve;
pub use priority_table::PriorityTable;
pub use promotion::{PromotionPolicy, PromotionRule, PromotionRules};
pub use recorded::Recorded;
pub use refusal::Refusal;
pub use reset::EverySipWasReset;
pub use sip_report::{complete_report, pre_complete_report};
pub use sip_status::SipStatus;
pub use topology::XmcMap;
pub use traced::Traced;
pub use usage_masks::UsageMasks;
pub use wait::Wait;
