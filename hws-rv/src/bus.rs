//! The bus: memory and devices, as the core sees them.

/// The width of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// 8 bits.
    Byte,
    /// 16 bits.
    Half,
    /// 32 bits.
    Word,
}

impl Size {
    /// Returns the number of bytes.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Byte => 1,
            Self::Half => 2,
            Self::Word => 4,
        }
    }

    /// Returns a word with all bits of the access set.
    #[must_use]
    pub const fn mask(self) -> u32 {
        match self {
            Self::Byte => 0xFF,
            Self::Half => 0xFFFF,
            Self::Word => u32::MAX,
        }
    }
}

/// The answer to a read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BusAnswer {
    /// The value, zero-extended.
    pub value: u32,
    /// Cycles that the core waited for it.
    pub wait: u32,
}

impl BusAnswer {
    /// Creates an answer that came without waiting.
    #[must_use]
    pub const fn new(value: u32) -> Self {
        Self { value, wait: 0 }
    }
}

/// The access had no effect: nothing is mapped there, or the device refused it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AccessFault {
    /// Cycles that the core waited for the answer.
    pub wait: u32,
}

/// Memory and devices. The core only makes aligned accesses, except for instructions, which it fetches in halves.
///
/// To observe the accesses of a core, wrap its bus in one that notes them and passes them on.
pub trait CoreBus {
    /// Reads `size` at `address`.
    ///
    /// # Errors
    /// [`AccessFault`], which the core turns into a trap.
    fn read(&mut self, address: u32, size: Size) -> Result<BusAnswer, AccessFault>;

    /// Writes the low bits of `value`; returns the cycles that the core waits.
    ///
    /// # Errors
    /// [`AccessFault`], which the core turns into a trap.
    fn write(&mut self, address: u32, size: Size, value: u32) -> Result<u32, AccessFault>;

    /// Fetches 16 bits of an instruction; by default a read.
    ///
    /// # Errors
    /// [`AccessFault`], which the core turns into a trap.
    fn fetch(&mut self, address: u32) -> Result<BusAnswer, AccessFault> {
        self.read(address, Size::Half)
    }
}

impl<B: CoreBus + ?Sized> CoreBus for &mut B {
    fn read(&mut self, address: u32, size: Size) -> Result<BusAnswer, AccessFault> {
        (**self).read(address, size)
    }

    fn write(&mut self, address: u32, size: Size, value: u32) -> Result<u32, AccessFault> {
        (**self).write(address, size, value)
    }

    fn fetch(&mut self, address: u32) -> Result<BusAnswer, AccessFault> {
        (**self).fetch(address)
    }
}
