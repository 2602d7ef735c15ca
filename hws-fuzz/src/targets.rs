//! The targets whose runs are stimuli, by name.

use crate::recorded::Recorded;
use crate::{firmware, registers};

/// A fuzz target whose runs can be written as a stimulus.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, as in the folder `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Records the run of an input.
    pub record: fn(&[u8]) -> Recorded,
}

/// All of them.
pub const TARGETS: [Target; 2] = [
    Target { name: "registers", record: registers::record },
    Target { name: "firmware", record: firmware::record },
];
