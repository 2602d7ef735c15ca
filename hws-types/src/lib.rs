//! The types shared by the crates of the HWS model: everything that crosses an interface of the hardware.
//!
//! * small quantities that must not be mixed up: [`SipMask`], [`ThreadNum`], [`Cycle`], [`Entry`],
//!   [`LaunchId`], [`Topology`];
//! * the packed words of `interfaces.md`: [`TaskDescriptor`], [`MihMessage`], [`MdmaCommand`];
//! * events as numbers: [`EventKind`], [`EventWords`]; and the rules of the specification: [`Rule`].
//!
//! What `interfaces.yaml` says is generated from it into `generated.rs` files.
//! The bit layouts of `interfaces.md` are private to this crate; the layouts of registers are generated
//! into `hws-regs`. The crate is `no_std` and allocates nothing, and no argument causes a panic.
#![no_std]
#![forbid(unsafe_code)]

mod cycle;
mod die;
mod event;
mod hdr;
mod index;
mod mdma;
mod mih;
mod ones;
mod report;
mod rule;
mod runs;
mod sip_mask;
mod task_descriptor;
mod thread_num;
mod topology;
mod words;

pub use cycle::Cycle;
pub use die::Die;
pub use event::{
    COMMAND_NAMES, COMMAND_RULES, EVENT_WORDS, EventField, EventKind, EventShow, EventValue, EventWords,
    POOL_NAMES, event_words,
};
pub use hdr::{HdrPush, Source, TaskIds};
pub use index::{Entry, EntryMask, LaunchId};
pub use mdma::MdmaCommand;
pub use mih::{BlockHeader, MihMessage, Notice, RawMih, UnknownMessage};
pub use ones::ones;
pub use report::SipReport;
pub use rule::Rule;
pub use sip_mask::{Sip, SipMask};
pub use task_descriptor::{TD_WORDS, TaskDescriptor, Unencodable};
pub use thread_num::{IllegalThreadNum, ThreadNum};
pub use topology::{Cluster, IllegalTopology, Topology};
