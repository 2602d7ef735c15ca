//! The CF registers of the HWS as types, generated from `regmap.yaml`.
//!
//! Principles
//! - Registers are never numbers: offsets, fields, masks and resets come from the map, through this
//!   crate, and are written nowhere else.
//! - A register is a value ([`Promote`], [`HwsCtrl`], …): bits in, bits out, fields by name. Setters
//!   refuse what does not fit or is not legal; nothing is cut silently.
//! - An element of the map is a [`RegId`]; an address is one only after [`RegId::decode`], and every
//!   address has exactly one answer.
//! - Whether a register may be read, written or modified is a trait ([`Readable`], [`Writable`],
//!   [`Modifiable`]), so that a wrong access does not compile.
//!
//! No std, no allocation, no unsafe code, and no panic that any input can reach. With the feature
//! `serde`, registers (field by field), enums and the [`RegFile`] can be serialized; what comes back is
//! judged like a write, and pulses do not come back at all.
//!
//! ```
//! use hws_regs::{Decoded, Promote, RegId, Register};
//!
//! let promote = Promote::default().with_rtask_max(4)?;
//! assert_eq!(promote.threshold(), 4);
//! assert!(promote.with_rtask_max(9).is_err());
//! assert_eq!(RegId::decode(RegId::Promote.offset()), Decoded::Register(RegId::Promote));
//! assert_eq!(RegId::parse("RS[4].FLAGS"), Ok(RegId::RsFlags(4)));
//! # Ok::<(), hws_regs::FieldError>(())
//! ```
//!
//! What it does not do: it holds no behaviour. That a read of `MIH_DATA_HI` pops, that a write of a
//! command is queued, that a pulse acts, is said here ([`RegInfo`]) and done by the model.

#![no_std]
#![forbid(unsafe_code)]

mod access;
#[cfg(feature = "serde")]
mod by_fields;
mod decode;
mod error;
mod field;
mod info;
mod name;
mod reg_file;
mod traits;

pub use access::{Access, HwAccess};
pub use decode::Decoded;
pub use error::{FieldError, NameError, WriteError};
pub use field::{FieldInfo, Legal};
pub use info::{Combinations, RegInfo};
pub use traits::{Modifiable, Readable, Register, Writable};

include!(concat!(env!("OUT_DIR"), "/regs.rs"));
