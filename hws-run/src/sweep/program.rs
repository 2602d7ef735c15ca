//! The program that makes runs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Version and register map: two programs that differ in one of them give every run different [keys](super::RunKey).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SweepProgram {
    /// The version of the crates.
    pub version: String,
    /// The fingerprint of the register map, as `hws --version` prints it.
    pub register_map: String,
}

impl SweepProgram {
    /// This program.
    #[must_use]
    pub fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            register_map: format!("{:#018x}", hws_regs::FINGERPRINT),
        }
    }
}

impl fmt::Display for SweepProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hws {} (register map {})", self.version, self.register_map)
    }
}
