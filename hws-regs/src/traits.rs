//! The traits of register types: conversion to and from bits, and the accesses that the bus accepts.

use crate::{ElementIndex, IndexError, RegId, RegInfo};

/// A register of the map as a value.
pub trait Register: Copy {
    /// What selects an element: `()`, or for an array one [`crate::RegIndex`] or a pair of them.
    type Index: ElementIndex;

    /// The description of the register.
    const INFO: &'static RegInfo;

    /// Returns the identity of an element.
    fn id(index: Self::Index) -> RegId;

    /// Returns the index of an element from numbers: `RsFlags::index(3)`, `SipUsageMask::index((0, 2))`.
    ///
    /// # Errors
    /// [`IndexError`], which names the register, the number and the range.
    fn index(numbers: <Self::Index as ElementIndex>::Numbers) -> Result<Self::Index, IndexError> {
        ElementIndex::from_numbers(Self::INFO.name, numbers)
    }

    /// Creates the register with these bits. Reserved bits become 0.
    fn from_bits(bits: u32) -> Self;

    /// Returns the word that the bus transfers.
    fn bits(self) -> u32;

    /// Returns whether this value is legal ([`RegInfo::is_legal`]).
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
/// Among the others, a W1C register would lose its bits, a pulse would be lost or fire again, a command would
/// act on an unrelated value that was read, and a popping read would already have removed the value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read, modified and written back",
    label = "not plain RW: it has a pulse, is a command, pops, or is cleared by writing ones",
    note = "write the whole value, including the bits that must not change"
)]
pub trait Modifiable: Readable + Writable {}
