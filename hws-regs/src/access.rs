//! How the bus and the hardware access a register.

/// How the bus accesses a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// Read and write.
    Rw,
    /// Read only: a write is a bus error.
    Ro,
    /// Write only: a read is a bus error.
    Wo,
    /// Write one to clear.
    W1c,
    /// Read pops: a read removes what it returns, a write is a bus error.
    Rp,
}

impl Access {
    /// Returns whether the bus accepts a read.
    #[must_use]
    pub const fn is_readable(self) -> bool {
        !matches!(self, Self::Wo)
    }

    /// Returns whether the bus accepts a write.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::Rw | Self::Wo | Self::W1c)
    }
}

/// How the hardware accesses a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HwAccess {
    /// The hardware reads what the bus has written.
    Reads,
    /// The hardware provides the value that the bus reads.
    Writes,
    /// The hardware sets bits, the bus clears them.
    Sets,
    /// The bus writes a command and reads hardware state.
    Both,
}
