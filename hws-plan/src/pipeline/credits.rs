//! The credit rules of a pipeline: how far one unit must be before the other may continue (J1-J5).
//!
//! A producer (Axon) writes rows into a buffer of `pipeline_num` rows; a consumer (Soma) makes output rows from a
//! sliding window and releases rows. The count is the number of rows written and not yet released. It is signed,
//! since a stride above the window height releases rows that are still to come (J2).

use super::times::Times;

/// Producer and consumer of one buffer, checked. Row counts are at most 2^20, other values below 2^31.
#[derive(Clone, Debug)]
pub(crate) struct Credits {
    /// Rows the producer writes, at least 1.
    pub(crate) rows: i64,
    /// Output rows of the consumer, at least 1.
    pub(crate) outputs: i64,
    /// Rows of a window, at least 1.
    pub(crate) ky: i64,
    /// Rows between two windows, at least 1.
    pub(crate) sy: i64,
    /// Padding above the first row, less than `ky`.
    pub(crate) pad_top: i64,
    /// Rows the buffer holds, at least 1.
    pub(crate) pipeline_num: i64,
    /// Time of each row.
    pub(crate) producer: Times,
    /// Time of each output row.
    pub(crate) consumer: Times,
}

impl Credits {
    /// Rows released once this many output rows are done; at most 2^51.
    pub(crate) fn released(&self, outputs_done: i64) -> i64 {
        (outputs_done * self.sy - self.pad_top).max(0)
    }

    /// Returns how many of the first rows must be done before an output row starts (J4), 1 to `rows`.
    pub(crate) fn rows_needed(&self, output: i64) -> i64 {
        (output * self.sy - self.pad_top + self.ky).min(self.rows)
    }

    /// Returns how many of the first output rows must be done before a row starts, 0 to `outputs`: enough to free a
    /// place in the buffer, or all of them (J5).
    pub(crate) fn outputs_needed(&self, row: i64) -> i64 {
        match row - self.pipeline_num + 1 {
            ..=0 => 0,
            to_release => ((to_release + self.pad_top + self.sy - 1) / self.sy).min(self.outputs),
        }
    }

    /// Returns whether the consumer may start an output row at this count.
    pub(crate) fn may_consume(&self, output: i64, count: i64) -> bool {
        output < self.outputs && count >= self.rows_needed(output) - self.released(output)
    }

    /// Returns whether the producer may start its next row at this count (J3, J5).
    pub(crate) fn may_produce(&self, row: i64, outputs_done: i64, count: i64) -> bool {
        row < self.rows && (count.max(0) < self.pipeline_num || outputs_done == self.outputs)
    }
}
