//! How deep scopes may be, and how much memory their paths may take.
//!
//! Every scope is kept with its whole path, and a comparison keeps that of every signal. Without limits, a small file of
//! nested scopes would need memory that grows with the square of its size.

use crate::wave::name::shortened;

/// The most scopes that may be open at once; real designs have fewer than 100.
pub(super) const DEEPEST: usize = 1_000;
/// Paths of this many bytes are always accepted.
const FREE: usize = 16 << 20;
/// Beyond [`FREE`], paths may have this many bytes on average, which bounds the memory by the size of the file.
const AVERAGE: usize = 512;

/// The paths of all scopes and variables of a dump.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths {
    number: usize,
    bytes: usize,
}

impl Paths {
    /// Counts a path, unless all of them would be too long; the error is a sentence about the dump.
    pub(super) fn count(&mut self, name: &str, length: usize) -> Result<(), String> {
        let (number, bytes) = (self.number + 1, self.bytes.saturating_add(length));
        if bytes > FREE.saturating_add(number.saturating_mul(AVERAGE)) {
            return Err(refusal(name, &format!("paths have more than {AVERAGE} bytes on average")));
        }
        *self = Self { number, bytes };
        Ok(())
    }
}

/// Checks that a scope may be opened inside so many others.
pub(super) fn check_depth(name: &str, outer: usize) -> Result<(), String> {
    if outer < DEEPEST {
        return Ok(());
    }
    Err(refusal(name, &format!("scopes are nested more than {DEEPEST} deep")))
}

fn refusal(name: &str, reason: &str) -> String {
    format!("`{}`: {reason}; dump only the design under test, from its own scope", shortened(name))
}
