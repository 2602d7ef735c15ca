//! A bus that reports every access to a listener after it was made.

use crate::{Bus, BusAccess};

/// Reports every access with its result to a listener; nothing else changes.
///
/// ```
/// use fw_api::{BusAccess, Bus, HwsDriver, Outcome, Traced};
///
/// /// Makes a soft reset and counts its accesses.
/// fn count_reset<B: Bus>(bus: B) -> (Outcome<(), B>, u32) {
///     let mut accesses = 0;
///     let count = |_: &BusAccess<&B::Error>| accesses += 1;
///     let answer = HwsDriver::new(Traced::new(bus, count)).soft_reset();
///     (answer, accesses)
/// }
/// # struct Zero;
/// # impl Bus for Zero {
/// #     type Error = ();
/// #     fn read32(&mut self, _: u32) -> Result<u32, ()> { Ok(0) }
/// #     fn write32(&mut self, _: u32, _: u32) -> Result<(), ()> { Ok(()) }
/// # }
/// assert_eq!(count_reset(Zero), (Ok(()), 2));
/// ```
pub struct Traced<B, F> {
    bus: B,
    listener: F,
}

impl<B, F> Traced<B, F> {
    /// Creates a bus that reports its accesses to `listener`.
    #[must_use]
    pub const fn new(bus: B, listener: F) -> Self {
        Self { bus, listener }
    }

    /// Returns the bus and the listener.
    #[must_use]
    pub fn into_parts(self) -> (B, F) {
        (self.bus, self.listener)
    }
}

impl<B: Bus, F: FnMut(&BusAccess<&B::Error>)> Bus for Traced<B, F> {
    type Error = B::Error;

    fn read32(&mut self, offset: u32) -> Result<u32, Self::Error> {
        let answer = self.bus.read32(offset);
        (self.listener)(&BusAccess::Read { offset, answer: answer.as_ref().copied() });
        answer
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        let answer = self.bus.write32(offset, value);
        (self.listener)(&BusAccess::Write { offset, value, answer: answer.as_ref().copied() });
        answer
    }

    fn begin_call(&mut self, name: &'static str) {
        self.bus.begin_call(name);
    }
}
