//! Errors in a stimulus: place, reason and remedy.

use thiserror::Error;

use super::key::OperationKey;
use crate::memory::MemoryError;

/// A malformed line, or a stimulus that ends too early or too late.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}:{line}:{column}: {reason}")]
pub struct StimulusError {
    /// The name the reader was given.
    pub file: String,
    /// The line, counted from 1.
    pub line: u64,
    /// The byte of the line, counted from 1: the key, value or character concerned; the closing brace if
    /// something is missing; 1 if the line as a whole is concerned.
    pub column: u64,
    /// What is wrong, and the remedy.
    pub reason: StimulusReason,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StimulusReason {
    /// The input failed.
    #[error("cannot read further: {message}")]
    Unreadable {
        /// The message of the system.
        message: String,
    },
    /// The line has more bytes than any operation needs.
    #[error("line of more than {limit} bytes (split its words over several \"mem\" operations)")]
    TooLong {
        /// The bytes of the longest line.
        limit: u64,
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
        /// What was expected there.
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
    #[error("unknown key \"{key}\" in \"{op}\" (remove it)")]
    ForeignKey {
        /// The key.
        key: OperationKey,
        /// The operation of the line.
        op: &'static str,
    },
    /// The same key twice.
    #[error("duplicate key \"{key}\" (give it once)")]
    DuplicateKey {
        /// The key.
        key: OperationKey,
    },
    /// A key that every line needs is missing.
    #[error("missing key \"{key}\" (every operation has \"at\" and \"op\")")]
    MissingCommonKey {
        /// The key.
        key: OperationKey,
    },
    /// A key that the operation needs is missing.
    #[error("missing key \"{key}\" in \"{op}\" (add it)")]
    MissingKey {
        /// The key.
        key: OperationKey,
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
    #[error("unknown register \"{name}\": {why} (write names as in registers.md, without fields)")]
    UnknownRegister {
        /// The name.
        name: String,
        /// The reason that the register map gives.
        why: String,
    },
    /// The value of a number key is not a number.
    #[error("\"{key}\" is not an integer (write a decimal number without quotes)")]
    NotAnInteger {
        /// The key.
        key: OperationKey,
    },
    /// A number with a sign, -0 included.
    #[error("\"{key}\" is negative (all numbers are unsigned)")]
    Negative {
        /// The key.
        key: OperationKey,
    },
    /// A number with a fraction or an exponent, 1.0 and 1e3 included.
    #[error("\"{key}\" is fractional (write an integer without point and exponent)")]
    Fractional {
        /// The key.
        key: OperationKey,
    },
    /// A number with leading zeros, which JSON does not have.
    #[error("\"{key}\" has a leading zero (remove it)")]
    LeadingZero {
        /// The key.
        key: OperationKey,
    },
    /// A number above the limit of its key.
    #[error("\"{key}\" is too large (at most {limit})")]
    TooLarge {
        /// The key.
        key: OperationKey,
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
    /// The line precedes the one before it in time.
    #[error("\"at\" decreases from {previous} to {at} (order the lines by \"at\")")]
    Decreasing {
        /// The cycle of the line.
        at: u64,
        /// The cycle of the line before.
        previous: u64,
    },
    /// Something follows the last operation.
    #[error("text after \"end\" (the stimulus ends there; remove it)")]
    AfterEnd,
    /// The file ends without the operation `end`.
    #[error("no \"end\" (add {{\"at\":CYCLE,\"op\":\"end\"}} as the last line)")]
    NoEnd,
}

/// A reason and its column; the reader adds the line and the file.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) column: usize,
    pub(super) reason: StimulusReason,
}

impl StimulusReason {
    pub(super) const fn at(self, column: usize) -> Fault {
        Fault { column, reason: self }
    }
}

/// A name from a file, made printable.
pub(super) fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name).escape_debug().to_string()
}
