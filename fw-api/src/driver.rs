//! The handle of the HWS: a bus, and every call as a method (each topic in its own file).

use hws_regs::{Modifiable, Readable, Register, Writable};

use crate::{Bus, BusExt, Error, Outcome};

/// The firmware's handle of one HWS.
///
/// It keeps no state but the bus, so nothing can disagree with the hardware: a handle may be made
/// and dropped at any time. Commands are counted by the hardware, so only one handle should exist
/// at a time for one HWS.
#[derive(Debug)]
pub struct HwsDriver<B> {
    bus: B,
}

impl<B: Bus> HwsDriver<B> {
    /// A handle over `bus`. Nothing is accessed; see [`HwsDriver::identify`].
    #[must_use]
    pub const fn new(bus: B) -> Self {
        Self { bus }
    }

    /// The bus, for registers that no call covers (with [`BusExt`]).
    pub const fn bus(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Gives the bus back.
    #[must_use]
    pub fn into_bus(self) -> B {
        self.bus
    }

    pub(crate) fn read<R: Register + Readable>(&mut self, index: R::Index) -> Outcome<R, B> {
        self.bus.read(index).map_err(Error::Bus)
    }

    pub(crate) fn write<R: Register + Writable>(&mut self, index: R::Index, value: R) -> Outcome<(), B> {
        self.bus.write(index, value).map_err(Error::Bus)
    }

    pub(crate) fn modify<R: Register + Modifiable + Readable + Writable>(
        &mut self,
        index: R::Index,
        change: impl FnOnce(R) -> R,
    ) -> Outcome<(), B> {
        self.bus.modify(index, change).map_err(Error::Bus)
    }
}
