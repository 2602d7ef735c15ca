//! What every register type can do, and what the bus may do with it.

use crate::{RegId, RegInfo};

/// A register of the map as a value.
pub trait Register: Copy {
    /// What names an element: `()`, `u8` or `(u8, u8)`.
    type Index: Copy;

    /// What is known of the register.
    const INFO: &'static RegInfo;

    /// The identity of an element; the index is not checked ([`RegId::is_in_range`] does).
    fn id(index: Self::Index) -> RegId;

    /// The register with these bits; reserved bits become 0.
    fn from_bits(bits: u32) -> Self;

    /// The word as the bus sees it.
    fn bits(self) -> u32;

    /// Whether a write of this value is accepted (see [`RegInfo::is_legal`]).
    fn is_legal(self) -> bool {
        Self::INFO.is_legal(self.bits())
    }
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read: a read is a bus error",
    label = "write-only"
)]
/// A bus read of it is no error (it may have an effect: [`crate::Access::Rp`]).
pub trait Readable: Register {}

#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written: a write is a bus error",
    label = "read-only"
)]
/// A bus write of it is no error.
pub trait Writable: Register {}

/// Read, change a field, write back does what it says: plain RW, no pulse, no command.
///
/// Written back, a W1C register would lose what it held, a pulse would be forgotten or fire again, a
/// command would act on what a read says, and a read that pops would have popped.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read, modified and written back",
    label = "not plain RW: it has a pulse, is a command, pops, or is cleared by writing ones",
    note = "write the whole value; where the register has a state, keep what has to stay by hand"
)]
pub trait Modifiable: Readable + Writable {}
