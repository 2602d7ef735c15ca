//! The targets whose runs are stimuli, by name.

use crate::recorded::FuzzRun;
use crate::{firmware, registers};

/// A fuzz target whose runs can be written as a stimulus.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Its name, as in the folder `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// Records the run of an input.
    pub record: fn(&[u8]) -> FuzzRun,
}

/// All of them.
pub const TARGETS: [FuzzTarget; 2] = [
    FuzzTarget { name: "registers", record: registers::record },
    FuzzTarget { name: "firmware", record: firmware::record },
];
