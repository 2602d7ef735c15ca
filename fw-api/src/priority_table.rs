//! The scale-ratio table: how the remaining share of a DAG scales its kernels' priorities.

use hws_regs::{ScaleRatioTableRank, params::N_RANK};

use crate::argument::index_below;
use crate::{Bus, HwsDriver, Outcome};

/// One ratio for each rank; rank 0 stands for 100 % of the DAG remaining. [`PriorityCurve`] builds one.
///
/// [`PriorityCurve`]: crate::PriorityCurve
pub type PriorityTable = [u32; N_RANK];

impl<B: Bus> HwsDriver<B> {
    /// Sets the ratio of one rank, 0..N_RANK. An attempt in flight still uses the old one.
    ///
    /// Registers: write SCALE_RATIO_TABLE_RANK\[rank\].
    ///
    /// # Errors
    /// An argument error for a rank past the table; the bus's.
    #[doc(alias = "setPriorityLookupTable")]
    pub fn set_priority_ratio(&mut self, rank: u8, ratio: u32) -> Outcome<(), B> {
        let rank = index_below("rank", rank, N_RANK)?;
        self.write(rank, ScaleRatioTableRank::from_bits(0).with_ratio(ratio))
    }

    /// Sets every rank, ascending. An attempt that starts meanwhile sees part of the new table.
    ///
    /// Registers: write SCALE_RATIO_TABLE_RANK\[0..N_RANK\].
    ///
    /// # Errors
    /// The bus's; the ranks before the failed access are then set.
    #[doc(alias = "setPriorityLookupTable")]
    pub fn set_priority_table(&mut self, table: &PriorityTable) -> Outcome<(), B> {
        for (rank, &ratio) in (0u8..).zip(table) {
            self.write(rank, ScaleRatioTableRank::from_bits(0).with_ratio(ratio))?;
        }
        Ok(())
    }
}
