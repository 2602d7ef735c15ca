//! A compiled firmware: how it ended, and what it printed.

use schemars::JsonSchema;
use serde::Serialize;

use crate::run::ImageRecord;

/// A compiled firmware.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirmwareReport {
    /// The code with which it ended; null if it did not end by itself.
    pub exit_code: Option<u32>,
    /// How it ended, in words.
    pub end: String,
    /// Instructions that took place.
    pub instructions: u64,
    /// The lines that it printed.
    pub uart: Vec<String>,
}

impl FirmwareReport {
    pub(super) fn new(record: &ImageRecord) -> Self {
        Self {
            exit_code: record.exit_code,
            end: record.end_text(),
            instructions: record.instructions,
            uart: record.uart.lines().map(str::to_owned).collect(),
        }
    }
}
