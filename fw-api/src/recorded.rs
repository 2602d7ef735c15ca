//! A bus that records its accesses in a buffer of fixed size.

use core::fmt;

use crate::{Bus, BusAccess};

/// Records the first `N` accesses with their results, and counts those beyond.
///
/// ```
/// use fw_api::{BusAccess, Bus, BusExt, HwsDriver, Recorded, regs::HwsStatus};
/// # struct Zero;
/// # impl Bus for Zero {
/// #     type Error = ();
/// #     fn read32(&mut self, _: u32) -> Result<u32, ()> { Ok(0) }
/// #     fn write32(&mut self, _: u32, _: u32) -> Result<(), ()> { Ok(()) }
/// # }
/// # let bus = Zero;
/// let mut hws = HwsDriver::new(Recorded::<_, 2>::new(bus));
/// hws.soft_reset()?;
/// assert_eq!(hws.bus().accesses().filter(|access| access.is_write()).count(), 1);
/// assert!(!hws.bus().is_overflowed());
///
/// hws.status()?;
/// assert_eq!((hws.bus().accesses().count(), hws.bus().lost()), (2, 1));
/// # Ok::<(), fw_api::Error<()>>(())
/// ```
pub struct Recorded<B: Bus, const N: usize> {
    bus: B,
    accesses: [Option<BusAccess<B::Error>>; N],
    made: usize,
}

impl<B: Bus, const N: usize> Recorded<B, N> {
    /// Creates a bus with an empty record.
    #[must_use]
    pub const fn new(bus: B) -> Self {
        Self { bus, accesses: [const { None }; N], made: 0 }
    }

    /// Returns the recorded accesses, in order.
    pub fn accesses(&self) -> impl Iterator<Item = &BusAccess<B::Error>> {
        self.accesses.iter().flatten()
    }

    /// Returns the number of accesses that were made but not recorded, because the buffer was full.
    #[must_use]
    pub const fn lost(&self) -> usize {
        self.made.saturating_sub(N)
    }

    /// Returns whether accesses are missing at the end of the record.
    #[must_use]
    pub const fn is_overflowed(&self) -> bool {
        self.lost() > 0
    }

    /// Empties the record.
    pub fn clear(&mut self) {
        self.accesses.fill_with(|| None);
        self.made = 0;
    }

    /// Returns the underlying bus.
    #[must_use]
    pub fn into_bus(self) -> B {
        self.bus
    }

    fn keep(&mut self, access: BusAccess<B::Error>) {
        if let Some(place) = self.accesses.get_mut(self.made) {
            *place = Some(access);
        }
        self.made = self.made.saturating_add(1);
    }
}

impl<B: Bus + fmt::Debug, const N: usize> fmt::Debug for Recorded<B, N>
where
    B::Error: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = (&self.accesses, self.lost());
        f.debug_struct("Recorded").field("bus", &self.bus).field("accesses, lost", &record).finish()
    }
}

impl<B: Bus<Error: Clone>, const N: usize> Bus for Recorded<B, N> {
    type Error = B::Error;

    fn read32(&mut self, offset: u32) -> Result<u32, Self::Error> {
        let answer = self.bus.read32(offset);
        self.keep(BusAccess::Read { offset, answer: answer.clone() });
        answer
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        let answer = self.bus.write32(offset, value);
        self.keep(BusAccess::Write { offset, value, answer: answer.clone() });
        answer
    }

    fn begin_call(&mut self, name: &'static str) {
        self.bus.begin_call(name);
    }
}
