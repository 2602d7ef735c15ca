//! The access to a register from the bus and from the hardware.

/// The bus side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapAccess {
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

impl MapAccess {
    /// Every access, in declaration order.
    pub const ALL: [Self; 5] = [Self::Rw, Self::Ro, Self::Wo, Self::W1c, Self::Rp];

    /// Returns the word used in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rw => "RW",
            Self::Ro => "RO",
            Self::Wo => "WO",
            Self::W1c => "W1C",
            Self::Rp => "RP",
        }
    }

    /// Returns whether a bus read is allowed.
    #[must_use]
    pub fn is_readable(self) -> bool {
        self != Self::Wo
    }

    /// Returns whether a bus write is allowed.
    #[must_use]
    pub fn is_writable(self) -> bool {
        matches!(self, Self::Rw | Self::Wo | Self::W1c)
    }
}

/// The hardware side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HardwareAccess {
    /// The hardware uses the value that the bus wrote.
    Reads,
    /// The hardware provides the value that the bus reads.
    Writes,
    /// The hardware sets bits, the bus clears them.
    Sets,
    /// The bus writes a command and reads a state.
    Both,
}

impl HardwareAccess {
    /// Every hardware access, in declaration order.
    pub const ALL: [Self; 4] = [Self::Reads, Self::Writes, Self::Sets, Self::Both];

    /// Returns the word used in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Sets => "sets",
            Self::Both => "both",
        }
    }
}
