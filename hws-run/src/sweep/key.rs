//! The key of a run, which identifies it.
//!
//! The key is a hash (the first 128 bits of SHA-256) of the base, the settings in their order, and the seed. The base is the same hash
//! of the version of the program and its register map, the workload (after reading, scaling and ranking, so that a comment or another
//! spelling changes nothing), and the error model. The row of a run can be reused wherever its key is the same, also on other machines;
//! a program that has the bases of a sweep can list its keys without its workloads.

use std::fmt::{self, Debug, Write};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::grid::PolicySetting;
use super::row::RowOptions;
use crate::workload::Workload;

/// The bytes of a key.
const BYTES: usize = 16;

/// The key of a run; displayed as 32 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RunKey([u8; BYTES]);

/// What identifies a workload in a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct KeyBase(RunKey);

/// The hash of a key.
struct KeyHash(Sha256);

impl KeyBase {
    /// The base of the runs of a workload, in this version of the program.
    pub(super) fn new(workload: &Workload, options: &RowOptions) -> Self {
        let mut hash = KeyHash(Sha256::new());
        hash.add(&(env!("CARGO_PKG_VERSION"), hws_regs::FINGERPRINT));
        hash.add(workload);
        hash.add(options);
        Self(hash.key())
    }

    /// The key of a run of that workload.
    pub(super) fn key(self, settings: &[PolicySetting], seed: u64) -> RunKey {
        let mut hash = KeyHash(Sha256::new());
        hash.add(&self.0.0);
        hash.add(&settings);
        hash.add(&seed);
        hash.key()
    }
}

impl KeyHash {
    /// Adds a value in its derived debug form, which is complete and quotes every text, so that different
    /// values or sequences of values have different forms.
    fn add(&mut self, value: &impl Debug) {
        // Hashing cannot fail.
        let _ = writeln!(self, "{value:?}");
    }

    fn key(self) -> RunKey {
        let mut key = [0; BYTES];
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

/// A text that is not a [`RunKey`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not a key of a run (expected 32 lower-case hexadecimal digits)")]
pub struct NoRunKey;

impl FromStr for RunKey {
    type Err = NoRunKey;

    fn from_str(text: &str) -> Result<Self, NoRunKey> {
        let is_digit = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
        if text.len() != 2 * BYTES || !text.bytes().all(is_digit) {
            return Err(NoRunKey);
        }
        // 32 digits of base 16 are 128 bits.
        u128::from_str_radix(text, 16).map(|bits| Self(bits.to_be_bytes())).map_err(|_| NoRunKey)
    }
}

impl From<KeyBase> for String {
    fn from(base: KeyBase) -> Self {
        base.0.to_string()
    }
}

impl TryFrom<String> for KeyBase {
    type Error = NoRunKey;

    fn try_from(text: String) -> Result<Self, NoRunKey> {
        text.parse().map(Self)
    }
}
