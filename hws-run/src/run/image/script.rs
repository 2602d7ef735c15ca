//! What is done to a run from outside, at which places: enough to make the same run again.

use thiserror::Error;

/// A change of the state of a session from outside, between two steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImageEdit {
    /// Sets register `number`, 1 to 31, of the core.
    Register {
        /// Its number.
        number: usize,
        /// Its value.
        value: u32,
    },
    /// Sets the address of the next instruction.
    Pc(u32),
    /// Writes a control and status register.
    Csr {
        /// Its number.
        number: u32,
        /// Its value.
        value: u32,
    },
    /// Writes bytes to memory, or words to a device, as the core would write them; no time passes.
    Write {
        /// The address of the first byte.
        address: u32,
        /// The bytes.
        bytes: Vec<u8>,
    },
}

/// Why an edit did not take place. The session is unchanged, except for ERR_STATUS.BUS after an access that the register
/// window refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ImageEditRefused {
    /// There is no such register, or it cannot be written.
    #[error("there is no such register, or it cannot be written")]
    Register,
    /// Nothing can be written at an address.
    #[error("nothing can be written at {address:#010x}")]
    Address {
        /// The address.
        address: u32,
    },
    /// Devices take a word at a time.
    #[error("registers of devices are written one at a time; write 4 bytes at a multiple of 4")]
    Words,
}

/// Edits by their places, and where to stop.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ImageScript {
    /// Each edit with the number of steps after which it is made, ascending.
    pub edits: Vec<(u64, ImageEdit)>,
    /// The number of steps after which the run is stopped; to its end without one.
    pub stop_after: Option<u64>,
}
