//! The traits of register types: conversion to bits, and the accesses that the bus accepts.

use crate::{RegId, RegInfo};

/// A register of the map as a value.
pub trait Register: Copy {
    /// The index of an element: `()`, `u8` or `(u8, u8)`.
    type Index: Copy;

    /// The description of the register.
    const INFO: &'static RegInfo;

    /// The identity of an element. The index is not checked; [`RegId::is_in_range`] does that.
    fn id(index: Self::Index) -> RegId;

    /// The register with these bits. Reserved bits become 0.
    fn from_bits(bits: u32) -> Self;

    /// The word that the bus transports.
    fn bits(self) -> u32;

    /// Whether this value is legal ([`RegInfo::is_legal`]).
    fn is_legal(self) -> bool {
        Self::INFO.is_legal(self.bits())
    }
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read: a read is a bus error",
    label = "write-only"
)]
/// A register that the bus can read. A read may have an effect ([`crate::Access::Rp`]).
pub trait Readable: Register {}

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written: a write is a bus error",
    label = "read-only"
)]
/// A register that the bus can write.
pub trait Writable: Register {}

/// A register that can be read, modified and written back: plain RW, without a pulse and not a command.
///
/// Of the others, a W1C register would lose its bits, a pulse would be lost or fire again, a command would
/// act on what happens to be read, and a popping read would already have removed the value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read, modified and written back",
    label = "not plain RW: it has a pulse, is a command, pops, or is cleared by writing ones",
    note = "write the whole value, and keep by hand the bits that must stay"
)]
pub trait Modifiable: Readable + Writable {}
