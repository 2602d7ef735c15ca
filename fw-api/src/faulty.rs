//! A bus that injects faults, at a chosen access or from a seed. The same seed gives the same faults.

use core::fmt;
use core::num::NonZeroU32;

use crate::{Bus, Occasions};

/// How an access fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BusFault {
    /// The access was not delivered.
    Refused,
    /// The access was delivered, with all its effects, but its answer was lost.
    AnswerLost,
}

/// The error of a failed access on a [`Faulty`] bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultyError<E> {
    /// The fault was injected.
    Injected(BusFault),
    /// The underlying bus failed.
    Bus(E),
}

/// Makes accesses to the underlying bus fail.
///
/// ```
/// use fw_api::{Bus, Error, BusFault, Faulty, FaultyError, HwsDriver};
/// # struct Zero;
/// # impl Bus for Zero {
/// #     type Error = ();
/// #     fn read32(&mut self, _: u32) -> Result<u32, ()> { Ok(0) }
/// #     fn write32(&mut self, _: u32, _: u32) -> Result<(), ()> { Ok(()) }
/// # }
/// # let bus = Zero;
/// // The second access of a soft reset is not delivered; the repeated call succeeds.
/// let mut hws = HwsDriver::new(Faulty::with_fault_at(bus, 1, BusFault::Refused));
/// assert_eq!(hws.soft_reset(), Err(Error::Bus(FaultyError::Injected(BusFault::Refused))));
/// assert_eq!(hws.soft_reset(), Ok(()));
/// assert_eq!((hws.bus().accesses(), hws.bus().faults()), (4, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Faulty<B> {
    bus: B,
    occasions: Occasions,
    /// The kind of a fault that is not drawn.
    chosen: Option<BusFault>,
}

impl<B> Faulty<B> {
    /// Injects no fault, to count the accesses of a call.
    #[must_use]
    pub const fn without_faults(bus: B) -> Self {
        Self::new(bus, Occasions::new(), None)
    }

    /// Injects a fault at access number `access`, counted from 0, and nowhere else.
    #[must_use]
    pub const fn with_fault_at(bus: B, access: u64, fault: BusFault) -> Self {
        Self::new(bus, Occasions::with_chosen(access..access.saturating_add(1)), Some(fault))
    }

    /// Injects a fault of either kind in about one of `one_in` accesses, drawn from `seed`.
    #[must_use]
    pub const fn with_seed(bus: B, seed: u64, one_in: NonZeroU32) -> Self {
        Self::new(bus, Occasions::with_seed(seed, one_in), None)
    }

    const fn new(bus: B, occasions: Occasions, chosen: Option<BusFault>) -> Self {
        Self { bus, occasions, chosen }
    }

    /// Returns the number of attempted accesses, including those that failed.
    #[must_use]
    pub const fn accesses(&self) -> u64 {
        self.occasions.seen()
    }

    /// Returns the number of injected faults.
    #[must_use]
    pub const fn faults(&self) -> u64 {
        self.occasions.struck()
    }

    /// Returns the underlying bus.
    pub const fn bus(&mut self) -> &mut B {
        &mut self.bus
    }

    /// Returns the underlying bus, consuming this one.
    #[must_use]
    pub fn into_bus(self) -> B {
        self.bus
    }

    fn next_fault(&mut self) -> Option<BusFault> {
        let drawn = self.occasions.strikes()?;
        Some(self.chosen.unwrap_or(BusFault::from_drawn(drawn)))
    }
}

impl BusFault {
    /// Returns the kind of fault that a number drawn by [`Occasions::strikes`] stands for: its top bit decides.
    #[must_use]
    pub const fn from_drawn(drawn: u64) -> Self {
        if drawn.leading_zeros() == 0 { Self::Refused } else { Self::AnswerLost }
    }
}

impl<B: Bus> Faulty<B> {
    fn access<T>(
        &mut self,
        deliver: impl FnOnce(&mut B) -> Result<T, B::Error>,
    ) -> Result<T, FaultyError<B::Error>> {
        let fault = self.next_fault();
        if fault == Some(BusFault::Refused) {
            return Err(FaultyError::Injected(BusFault::Refused));
        }
        let answer = deliver(&mut self.bus).map_err(FaultyError::Bus)?;
        fault.map_or(Ok(answer), |fault| Err(FaultyError::Injected(fault)))
    }
}

impl<B: Bus> Bus for Faulty<B> {
    type Error = FaultyError<B::Error>;

    fn read32(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.access(|bus| bus.read32(offset))
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.access(|bus| bus.write32(offset, value))
    }

    fn begin_call(&mut self, name: &'static str) {
        self.bus.begin_call(name);
    }
}

impl fmt::Display for BusFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Refused => "the access was not delivered",
            Self::AnswerLost => "the access was delivered, but its answer was lost",
        })
    }
}

impl<E: fmt::Display> fmt::Display for FaultyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Injected(fault) => write!(f, "injected fault: {fault}"),
            Self::Bus(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BusFault {}
impl<E: fmt::Debug + fmt::Display> core::error::Error for FaultyError<E> {}
