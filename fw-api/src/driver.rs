//! The handle of the HWS: a bus, with every call as a method (one file per topic).

use hws_regs::{Modifiable, Readable, Register, Writable};

use crate::{Bus, BusExt, Error, Outcome, Wait};

/// The firmware's handle of one HWS.
///
/// The handle has no state but the bus, so it cannot disagree with the hardware and may be created
/// and dropped at any time. The hardware counts commands, so each HWS should have only one handle
/// at a time.
#[derive(Debug)]
pub struct HwsDriver<B> {
    bus: B,
}

impl<B: Bus> HwsDriver<B> {
    /// Creates a handle over `bus` without accessing it; see [`HwsDriver::identify`].
    #[must_use]
    pub const fn new(bus: B) -> Self {
        Self { bus }
    }

    /// Returns the bus, for registers that no call covers (with [`BusExt`]).
    pub const fn bus(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Returns the bus.
    #[must_use]
    pub fn into_bus(self) -> B {
        self.bus
    }

    /// A call begins: the accesses that follow are its own.
    pub(crate) fn begins(&mut self, call: &'static str) {
        self.bus.begin_call(call);
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

    /// Calls `look` until it finds something, at most as often as the wait allows.
    pub(crate) fn wait<T>(
        &mut self,
        wait: Wait,
        mut look: impl FnMut(&mut Self) -> Outcome<Option<T>, B>,
    ) -> Outcome<T, B> {
        for _ in 0..wait.polls() {
            if let Some(found) = look(self)? {
                return Ok(found);
            }
        }
        Err(Error::Timeout { wait, polls: wait.polls() })
    }
}
