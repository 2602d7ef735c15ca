//! Why a stimulus was refused: place, reason and remedy.

use thiserror::Error;

use super::key::Key;
use crate::memory::MemoryError;

/// A line that is malformed, or a stimulus that ends too early or too late.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}:{column}: {reason}")]
pub struct StimulusError {
    /// The name the reader was given.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The byte of the line, counted from 1: the key, value or character concerned, the closing brace
    /// where something is missing, 1 where it is the line as a whole.
    pub column: u64,
    /// What is wrong and what would be right.
    pub reason: Reason,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// The file could not be read on.
    #[error("cannot read on: {message}")]
    Unreadable {
        /// What the system says.
        message: String,
    },
    /// The line has no text.
    #[error("blank line (every line holds one operation; remove it)")]
    Blank,
    /// The line begins with a byte-order mark.
    #[error("byte-order mark (save the file as plain UTF-8)")]
    ByteOrderMark,
    /// The line is not one flat JSON object.
    #[error("not one flat JSON object: {expected} expected")]
    NotAnObject {
        /// What would have been right there.
        expected: &'static str,
    },
    /// No operation has a key of this name.
    #[error(
        "unknown key \"{name}\" (known: at, op, addr, words, reg, value, hdr_id, hdr_entry_id, td_addr, pre_lead)"
    )]
    UnknownKey {
        /// The name.
        name: String,
    },
    /// Another operation has this key.
    #[error("unknown key \"{key}\" of \"{op}\" (remove it)")]
    ForeignKey {
        /// The key.
        key: Key,
        /// The operation of the line.
        op: &'static str,
    },
    /// The same key twice.
    #[error("duplicate key \"{key}\" (give it once)")]
    DuplicateKey {
        /// The key.
        key: Key,
    },
    /// A key that every line has is not there.
    #[error("missing key \"{key}\" (every operation has \"at\" and \"op\")")]
    MissingCommonKey {
        /// The key.
        key: Key,
    },
    /// A key that the operation needs is not there.
    #[error("missing key \"{key}\" of \"{op}\" (add it)")]
    MissingKey {
        /// The key.
        key: Key,
        /// The operation of the line.
        op: &'static str,
    },
    /// No operation has this name.
    #[error("unknown operation \"{name}\" (one of mem, write, read, hdr, sip_array, end)")]
    UnknownOperation {
        /// The name.
        name: String,
    },
    /// No register has this name, or an index is out of range.
    #[error("unknown register \"{name}\": {why} (write names as registers.md does, without fields)")]
    UnknownRegister {
        /// The name.
        name: String,
        /// What the register map says to it.
        why: String,
    },
    /// Something else stands where a number must.
    #[error("\"{key}\" is not an integer (write a decimal number without quotes)")]
    NotAnInteger {
        /// The key.
        key: Key,
    },
    /// A number with a sign, -0 included.
    #[error("\"{key}\" is negative (numbers here begin at 0 and have no sign)")]
    Negative {
        /// The key.
        key: Key,
    },
    /// A number with a fraction or an exponent, 1.0 and 1e3 included.
    #[error("\"{key}\" is fractional (write an integer without point and exponent)")]
    Fractional {
        /// The key.
        key: Key,
    },
    /// A number with leading zeros, which JSON does not have.
    #[error("\"{key}\" has a leading zero (write it without)")]
    LeadingZero {
        /// The key.
        key: Key,
    },
    /// A number larger than its key can hold.
    #[error("\"{key}\" is too large (at most {limit})")]
    TooLarge {
        /// The key.
        key: Key,
        /// The largest legal value.
        limit: u64,
    },
    /// Shared memory cannot be written there.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A bus access without a target.
    #[error("\"{op}\" has neither \"reg\" nor \"addr\" (give one of them)")]
    NoTarget {
        /// The operation of the line.
        op: &'static str,
    },
    /// A bus access with two targets.
    #[error("\"{op}\" has both \"reg\" and \"addr\" (give one of them)")]
    TwoTargets {
        /// The operation of the line.
        op: &'static str,
    },
    /// The line lies before its predecessor in time.
    #[error("\"at\" decreases from {previous} to {at} (order the lines by \"at\")")]
    Decreasing {
        /// The cycle of the line.
        at: u64,
        /// The cycle of the line before.
        previous: u64,
    },
    /// Something follows the last operation.
    #[error("text after \"end\" (the stimulus stops there; remove it)")]
    AfterEnd,
    /// The file stops without the last operation.
    #[error("no \"end\" (add {{\"at\":CYCLE,\"op\":\"end\"}} as the last line)")]
    NoEnd,
}

/// What is wrong and at which column, before it is known in which line of which file.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) column: usize,
    pub(super) reason: Reason,
}

impl Reason {
    pub(super) const fn at(self, column: usize) -> Fault {
        Fault { column, reason: self }
    }
}

/// A name from a file, as it can be shown.
pub(super) fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name).escape_debug().to_string()
}
