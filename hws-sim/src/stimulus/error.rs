//! Errors in a stimulus: place, reason and remedy.

use hws_input::{Diagnose, Diagnostic, Position, nearest};
use thiserror::Error;

use super::key::{OpName, OperationKey};
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

impl StimulusError {
    /// Returns the error as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
        let position = Position::new(number(self.line), number(self.column));
        self.reason.diagnostic().in_file(&self.file).at(position)
    }
}

hws_input::faults! {
    /// What is wrong with a line.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum StimulusReason {
        /// The input failed.
        Unreadable {
            /// The message of the system.
            message: String,
        } = "cannot-read", ("cannot read further: {message}"), ("copy the file again");
        /// The line has more bytes than any operation needs.
        TooLong {
            /// The bytes of the longest line.
            limit: u64,
        } = "line-too-long", ("line of more than {limit} bytes"), ("split its words over several `mem` operations");
        /// The line has no text.
        Blank = "blank-line", ("blank line"), ("every line holds one operation; remove it");
        /// The line begins with a byte-order mark.
        ByteOrderMark = "byte-order-mark", ("byte-order mark"), ("save the file as plain UTF-8");
        /// The line is not one flat JSON object.
        NotAnObject {
            /// What was expected there.
            expected: &'static str,
        } = "syntax", ("not one flat JSON object: {expected} expected"), ("correct the JSON");
        /// No operation has a key of this name.
        UnknownKey {
            /// The name.
            name: String,
        } = "unknown-key",
            ("unknown key `{name}`"),
            ("the keys are {}", OperationKey::ALL.map(OperationKey::name).join(", ")),
            near nearest(name, OperationKey::ALL.map(OperationKey::name));
        /// Another operation has this key.
        ForeignKey {
            /// The key.
            key: OperationKey,
            /// The operation of the line.
            op: &'static str,
        } = "unknown-key", ("unknown key `{key}` in `{op}`"), ("remove it");
        /// The same key twice.
        DuplicateKey {
            /// The key.
            key: OperationKey,
        } = "duplicate-key", ("duplicate key `{key}`"), ("give it once");
        /// A key that every line needs is missing.
        MissingCommonKey {
            /// The key.
            key: OperationKey,
        } = "missing-key", ("missing key `{key}`"), ("every operation has `at` and `op`");
        /// A key that the operation needs is missing.
        MissingKey {
            /// The key.
            key: OperationKey,
            /// The operation of the line.
            op: &'static str,
        } = "missing-key", ("missing key `{key}` in `{op}`"), ("add it");
        /// No operation has this name.
        UnknownOperation {
            /// The name.
            name: String,
        } = "unknown-word", ("unknown operation `{name}`"), ("give one of {}", OpName::ALL.map(OpName::name).join(", ")), near nearest(name, OpName::ALL.map(OpName::name));
        /// No register has this name, or an index is out of range.
        UnknownRegister {
            /// The name.
            name: String,
            /// The reason that the register map gives.
            why: String,
        } = "unknown-register",
            ("unknown register `{name}`: {why}"),
            ("write names as in registers.md, without fields");
        /// The value of a number key is not a number.
        NotAnInteger {
            /// The key.
            key: OperationKey,
        } = "not-an-integer", ("`{key}` is not an integer"), ("write a decimal number without quotes");
        /// A number with a sign, -0 included.
        Negative {
            /// The key.
            key: OperationKey,
        } = "not-an-integer", ("`{key}` is negative"), ("all numbers are unsigned");
        /// A number with a fraction or an exponent, 1.0 and 1e3 included.
        Fractional {
            /// The key.
            key: OperationKey,
        } = "not-an-integer", ("`{key}` is fractional"), ("write an integer without point and exponent");
        /// A number with leading zeros, which JSON does not have.
        LeadingZero {
            /// The key.
            key: OperationKey,
        } = "not-an-integer", ("`{key}` has a leading zero"), ("remove it");
        /// A number above the limit of its key.
        TooLarge {
            /// The key.
            key: OperationKey,
            /// The largest legal value.
            limit: u64,
        } = "illegal-value", ("`{key}` is too large"), ("at most {limit}");
        /// Shared memory cannot be written there.
        Memory(inner: MemoryError);
        /// A bus access without a target.
        NoTarget {
            /// The operation of the line.
            op: &'static str,
        } = "missing-key", ("`{op}` has neither `reg` nor `addr`"), ("give one of them");
        /// A bus access with two targets.
        TwoTargets {
            /// The operation of the line.
            op: &'static str,
        } = "keys-conflict", ("`{op}` has both `reg` and `addr`"), ("give one of them");
        /// The line precedes the one before it in time.
        Decreasing {
            /// The cycle of the line.
            at: u64,
            /// The cycle of the line before.
            previous: u64,
        } = "time-decreases", ("`at` decreases from {previous} to {at}"), ("order the lines by `at`");
        /// Something follows the last operation.
        AfterEnd = "text-after-end", ("text after `end`"), ("the stimulus ends there; remove it");
        /// The file ends without the operation `end`.
        NoEnd = "missing-end", ("no `end`"), ("add `{{\"at\":CYCLE,\"op\":\"end\"}}` as the last line");
    }
}

impl From<MemoryError> for StimulusReason {
    fn from(error: MemoryError) -> Self {
        Self::Memory(error)
    }
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
