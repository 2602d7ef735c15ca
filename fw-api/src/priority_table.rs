//! The scale-ratio table: how the remaining share of a DAG scales the priorities of its kernels.

use hws_regs::{RegIndex, ScaleRatioTableRank, params::N_RANK};

use crate::argument::index_below;
use crate::{Bus, HwsDriver, Outcome};

/// One ratio per rank; at rank 0, 100 % of the DAG remains. [`PriorityCurve`] builds a table.
///
/// [`PriorityCurve`]: crate::PriorityCurve
pub type PriorityTable = [u32; N_RANK];

impl<B: Bus> HwsDriver<B> {
    /// Sets the ratio of one rank, 0..N_RANK. An attempt in flight still uses the old one.
    ///
    /// Registers: write SCALE_RATIO_TABLE_RANK\[rank\].
    ///
    /// # Errors
    /// An argument error if the rank is past the table; bus errors.
    #[doc(alias = "setPriorityLookupTable")]
    pub fn set_priority_ratio(&mut self, rank: u8, ratio: u32) -> Outcome<(), B> {
        self.begins("setPriorityLookupTable");
        let rank = index_below("rank", rank)?;
        self.write(rank, ScaleRatioTableRank::from_bits(0).with_ratio(ratio))
    }

    /// Sets every rank in ascending order. An attempt that starts meanwhile uses part of the new table.
    ///
    /// Registers: write SCALE_RATIO_TABLE_RANK\[0..N_RANK\].
    ///
    /// # Errors
    /// Bus errors; the ranks before the failed access are then set.
    #[doc(alias = "setPriorityLookupTable")]
    pub fn set_priority_table(&mut self, table: &PriorityTable) -> Outcome<(), B> {
        self.begins("setPriorityLookupTable");
        for (rank, &ratio) in RegIndex::all().zip(table) {
            self.write(rank, ScaleRatioTableRank::from_bits(0).with_ratio(ratio))?;
        }
        Ok(())
    }
}
