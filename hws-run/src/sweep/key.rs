//! What tells one run from every other: its key.
//!
//! The key is a hash (SHA-256, its first 128 bits) of the version of the program and its register map,
//! the workload as understood (after reading, scaling and ranking: a comment or another spelling changes
//! nothing), the settings in their order, the error model and the seed. The row of a run can be used
//! again wherever its key is the same. Files that hold keys can be shared between machines.

use std::fmt::{self, Debug, Write};

use sha2::{Digest, Sha256};

/// The key of a run; shown as 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key([u8; 16]);

/// Takes in whatever belongs to a key.
#[derive(Clone, Debug)]
pub(super) struct KeyHash(Sha256);

impl KeyHash {
    /// A hash of this program, for the keys of its runs.
    pub(super) fn new() -> Self {
        let mut hash = Self(Sha256::new());
        hash.add(&(env!("CARGO_PKG_VERSION"), hws_regs::FINGERPRINT));
        hash
    }

    /// Takes in a value: all of it is in its derived debug form, and every text of it quoted there, so
    /// that no two values or sequences of values look the same.
    pub(super) fn add(&mut self, value: &impl Debug) {
        // Hashing takes everything.
        let _ = writeln!(self, "{value:?}");
    }

    pub(super) fn key(self) -> Key {
        let mut key = [0; 16];
        for (byte, hashed) in key.iter_mut().zip(self.0.finalize()) {
            *byte = hashed;
        }
        Key(key)
    }
}

impl fmt::Write for KeyHash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
