//! Semihosting: calls of a program to whatever runs it.

/// A call: `slli x0, x0, 0x1f; ebreak; srai x0, x0, 7` with the operation in a0 and its parameter in a1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SemihostingCall {
    /// The number of the operation.
    pub operation: u32,
    /// A value, or the address of a block of values, depending on the operation.
    pub parameter: u32,
}

impl SemihostingCall {
    /// Writes the character at the address `parameter`.
    pub const WRITE_CHARACTER: u32 = 0x03;
    /// Writes the text at the address `parameter`, up to a zero.
    pub const WRITE_TEXT: u32 = 0x04;
    /// Ends the program with the reason `parameter`: [`Self::APPLICATION_EXIT`] if all is well.
    pub const EXIT: u32 = 0x18;
    /// Ends the program with the reason and the exit code at the address `parameter`.
    pub const EXIT_EXTENDED: u32 = 0x20;
    /// The program ended by itself.
    pub const APPLICATION_EXIT: u32 = 0x20026;

    /// The instructions around `ebreak`.
    pub(crate) const BEFORE: u32 = 0x01F0_1013;
    pub(crate) const AFTER: u32 = 0x4070_5013;
}
