//! The interface between the API and whatever carries its register accesses.
//!
//! An implementor supplies two functions; [`BusExt`] adds typed access. The bus has no clock. Bounded
//! waits rely only on every access taking at least one cycle of the HWS.

use hws_regs::{Modifiable, Readable, Register, Writable};

/// Carries aligned 32-bit accesses to the HWS's register window.
///
/// An error means that the access was not delivered, or that it was delivered and its answer lost.
/// The calls of this crate can be repeated after either.
pub trait Bus {
    /// The error of a failed access.
    type Error;

    /// Reads the register at byte `offset` of the window.
    ///
    /// # Errors
    /// The implementor's error when the access fails.
    fn read32(&mut self, offset: u32) -> Result<u32, Self::Error>;

    /// Writes the register at byte `offset` of the window.
    ///
    /// # Errors
    /// The implementor's error when the access fails.
    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Self::Error>;

    /// The accesses that follow are made by the call of this name: that of the datasheet, or else that of the method.
    /// Calls that other calls make begin, too. A bus that shows accesses can name them by it; the default does nothing.
    fn begin_call(&mut self, _name: &'static str) {}
}

impl<B: Bus + ?Sized> Bus for &mut B {
    type Error = B::Error;

    fn read32(&mut self, offset: u32) -> Result<u32, Self::Error> {
        (**self).read32(offset)
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        (**self).write32(offset, value)
    }

    fn begin_call(&mut self, name: &'static str) {
        (**self).begin_call(name);
    }
}

/// Typed register access over any [`Bus`]. An access that a register does not allow does not compile.
///
/// ```compile_fail
/// use fw_api::{Bus, BusExt, regs::HwsId};
/// fn overwrite_the_id<B: Bus>(bus: &mut B, id: HwsId) {
///     let _ = bus.write((), id); // HWS_ID is read-only
/// }
/// ```
pub trait BusExt: Bus {
    /// Reads a register.
    ///
    /// # Errors
    /// Bus errors.
    fn read<R: Register + Readable>(&mut self, index: R::Index) -> Result<R, Self::Error> {
        self.read32(R::id(index).offset()).map(R::from_bits)
    }

    /// Writes a register.
    ///
    /// # Errors
    /// Bus errors.
    fn write<R: Register + Writable>(&mut self, index: R::Index, value: R) -> Result<(), Self::Error> {
        self.write32(R::id(index).offset(), value.bits())
    }

    /// Reads a register, changes it and writes it back.
    ///
    /// # Errors
    /// Bus errors; after a failed read nothing is written.
    fn modify<R: Register + Modifiable + Readable + Writable>(
        &mut self,
        index: R::Index,
        change: impl FnOnce(R) -> R,
    ) -> Result<(), Self::Error> {
        let value = self.read::<R>(index)?;
        self.write(index, change(value))
    }
}

impl<B: Bus + ?Sized> BusExt for B {}
