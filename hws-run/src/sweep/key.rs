//! The key of a run, which identifies it.
//!
//! The key is a hash (the first 128 bits of SHA-256) of the version of the program and its register map, the
//! workload (after reading, scaling and ranking, so that a comment or another spelling changes nothing), the
//! settings in their order, the error model and the seed. The row of a run can be reused wherever its key is the
//! same, also on other machines.

use std::fmt::{self, Debug, Write};

use sha2::{Digest, Sha256};

/// The key of a run; displayed as 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RunKey([u8; 16]);

/// The hash of a key.
#[derive(Clone, Debug)]
pub(super) struct KeyHash(Sha256);

impl KeyHash {
    /// The hash of this program, to which the parts of a key are added.
    pub(super) fn new() -> Self {
        let mut hash = Self(Sha256::new());
        hash.add(&(env!("CARGO_PKG_VERSION"), hws_regs::FINGERPRINT));
        hash
    }

    /// Adds a value in its derived debug form, which is complete and quotes every text, so that different
    /// values or sequences of values have different forms.
    pub(super) fn add(&mut self, value: &impl Debug) {
        // Hashing cannot fail.
        let _ = writeln!(self, "{value:?}");
    }

    pub(super) fn key(self) -> RunKey {
        let mut key = [0; 16];
        for (byte, hashed) in key.iter_mut().zip(self.0.finalize()) {
            *byte = hashed;
        }
        RunKey(key)
    }
}

impl fmt::Write for KeyHash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
