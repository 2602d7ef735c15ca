//! Who may do what with a register, seen from the bus and from the hardware.

/// The bus side.
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
    /// Read pops: a read has an effect, a write is a bus error.
    Rp,
}

impl Access {
    /// A bus read is no error.
    #[must_use]
    pub const fn is_readable(self) -> bool {
        !matches!(self, Self::Wo)
    }

    /// A bus write is no error.
    #[must_use]
    pub const fn is_writable(self) -> bool {
        matches!(self, Self::Rw | Self::Wo | Self::W1c)
    }
}

/// The hardware side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HwAccess {
    /// The hardware uses what the bus wrote.
    Reads,
    /// The hardware provides what the bus reads.
    Writes,
    /// The hardware sets bits, the bus clears them.
    Sets,
    /// The bus writes a command and reads a state.
    Both,
}
