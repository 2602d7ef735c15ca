//! The CF registers of the HWS as types, generated from `regmap.yaml`.
//!
//! # Principles
//! - No register numbers: offsets, fields, masks and resets come from the map, through this crate, and are
//!   written nowhere else.
//! - A register is a value ([`Promote`], [`HwsCtrl`], …) that converts to and from bits and has fields by
//!   name. Setters refuse a value that does not fit or is not legal; nothing is truncated silently.
//! - A [`RegId`] identifies a register, or an element of an array of registers. Its indices are [`RegIndex`], which
//!   cannot hold one that does not exist. [`RegId::decode`] maps every address to exactly one answer.
//! - Traits define whether a register may be read, written or modified ([`Readable`], [`Writable`],
//!   [`Modifiable`]), so that an invalid access does not compile.
//! - Registers that are more than storage are enums ([`StateReg`], [`ActionReg`], [`PopReg`]), which an
//!   implementation matches without a wildcard: a register added to the map fails the build until it is
//!   implemented. Plain RW registers are stored by [`RegFile`].
//!
//! No std, no allocation, no unsafe code, and no input causes a panic. With the feature `serde`, registers
//! (field by field), enums and the [`RegFile`] can be serialized; deserialized values are checked like
//! writes, and pulses are omitted.
//!
//! # Another map
//! With the feature `other-map`, the environment variable `HWS_REGMAP` names another file in the format of
//! `regmap.yaml`, for example one with other parameters, for which the build script generates the types:
//! `HWS_REGMAP=/path/to/my.yaml cargo check --features hws-regs/other-map`. A relative path is relative to this
//! crate. Crates that rely on a size assert it at compile time.
//!
//! ```
//! use hws_regs::{Decoded, Promote, RegId, RegIndex, Register};
//!
//! let promote = Promote::default().with_rtask_max(4)?;
//! assert_eq!(promote.threshold(), 4);
//! assert!(promote.with_rtask_max(9).is_err());
//! assert_eq!(RegId::decode(RegId::Promote.offset()), Decoded::Register(RegId::Promote));
//! assert_eq!(RegId::parse("RS[4].FLAGS"), Ok(RegId::RsFlags(RegIndex::at::<4>())));
//! # Ok::<(), hws_regs::FieldError>(())
//! ```
//!
//! # Not included
//! This crate has no behaviour. [`RegInfo`] describes that a read of `MIH_DATA_HI` pops, that a write of a
//! command is queued and that a pulse acts; the model implements it.

#![no_std]
#![forbid(unsafe_code)]

mod access;
#[cfg(feature = "serde")]
mod by_fields;
mod decode;
mod error;
mod field;
mod index;
mod info;
mod name;
mod reg_file;
mod traits;

pub use access::{Access, HwAccess};
pub use decode::{Decoded, DecodedWrite};
pub use error::{FieldError, IndexError, NameError, WriteError};
pub use field::{FieldInfo, Legal};
pub use index::{ElementIndex, RegIndex};
pub use info::{Combinations, PageInfo, RegInfo};
pub use traits::{Modifiable, Readable, Register, Writable};

/// The text of `regmap.yaml`, from which this crate is generated.
pub const REGMAP_YAML: &str = include_str!("../regmap.yaml");

#[cfg(not(hws_other_map))]
include!("generated/regs.rs");
#[cfg(hws_other_map)]
include!(concat!(env!("OUT_DIR"), "/regs.rs"));
