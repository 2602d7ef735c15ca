//! Causes of traps, with their numbers in mcause.

/// An exception: the instruction at mepc did not take place, except for a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exception {
    /// The instruction could not be fetched.
    InstructionFault,
    /// The instruction or the CSR does not exist.
    IllegalInstruction,
    /// `ebreak`.
    Breakpoint,
    /// A read from an address that is not a multiple of its size.
    LoadMisaligned,
    /// A read that the bus refused.
    LoadFault,
    /// A write to an address that is not a multiple of its size.
    StoreMisaligned,
    /// A write that the bus refused.
    StoreFault,
    /// `ecall`.
    EnvironmentCall,
}

impl Exception {
    /// Returns mcause.
    #[must_use]
    pub const fn cause(self) -> u32 {
        match self {
            Self::InstructionFault => 1,
            Self::IllegalInstruction => 2,
            Self::Breakpoint => 3,
            Self::LoadMisaligned => 4,
            Self::LoadFault => 5,
            Self::StoreMisaligned => 6,
            Self::StoreFault => 7,
            Self::EnvironmentCall => 11,
        }
    }

    /// Returns what happened, in words, to follow "because of".
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::InstructionFault => "a jump to an address without memory",
            Self::IllegalInstruction => "an illegal instruction",
            Self::Breakpoint => "a breakpoint",
            Self::LoadMisaligned => "a misaligned read",
            Self::LoadFault => "a refused read",
            Self::StoreMisaligned => "a misaligned write",
            Self::StoreFault => "a refused write",
            Self::EnvironmentCall => "an environment call",
        }
    }
}

/// An interrupt, in descending priority.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interrupt {
    /// The external line.
    External,
    /// The software interrupt.
    Software,
    /// The timer.
    Timer,
}

impl Interrupt {
    /// Every interrupt, in descending priority.
    pub const ALL: [Self; 3] = [Self::External, Self::Software, Self::Timer];

    /// Returns the number of its bit in mip and mie, and of its cause.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::External => 11,
            Self::Software => 3,
            Self::Timer => 7,
        }
    }
}

/// An exception and mtval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trap {
    pub(crate) exception: Exception,
    pub(crate) value: u32,
}

impl Trap {
    pub(crate) const fn new(exception: Exception, value: u32) -> Self {
        Self { exception, value }
    }
}
