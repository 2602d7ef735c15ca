//! The integer cost model: from the operations and bytes of a kernel to the cycles of one of its blocks.
//!
//! est = max(ceil(ops / compute rate), ceil(bytes / memory rate)) + overhead, the roofline with a
//! fixed cost per block. A block gets an equal share (rounded up) of the kernel's operations and
//! bytes and spreads it over its threads, one SIP each.

/// Rates of one SIP; the field names carry the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostModel {
    /// Operations one SIP performs per SP cycle (a multiply-add counts as two).
    pub ops_per_cycle_per_sip: u64,
    /// Bytes one SIP moves per SP cycle.
    pub bytes_per_cycle_per_sip: u64,
    /// SP cycles added to every block: set-up, first load and drain.
    pub overhead_cycles: u64,
}

/// A kernel is cut into enough blocks that one takes at most about this many cycles (without the overhead), but
/// into at most [`BLOCKS_MOST`].
pub const BLOCK_CYCLES: u64 = 6000;

/// Largest number of blocks that a kernel is cut into.
pub const BLOCKS_MOST: u32 = 64;

impl Default for CostModel {
    /// A small vector core: 512 int8 multiply-adds (1,024 operations) and 16 bytes per SP cycle and SIP, and
    /// 1,000 cycles per block for set-up, first load and drain. The rates are round numbers, not measurements.
    fn default() -> Self {
        Self { ops_per_cycle_per_sip: 1024, bytes_per_cycle_per_sip: 16, overhead_cycles: 1000 }
    }
}

/// The work of a whole kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelWork {
    /// Operations (a multiply-add counts as two).
    pub ops: u64,
    /// Bytes moved.
    pub bytes: u64,
}

hws_input::faults! {
    /// Errors of the cost model.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CostError {
        /// A rate, a thread count or a block count of 0.
        Zero {
            /// Which quantity.
            what: &'static str,
        } = "zero-rate", ("cost model: {what} is 0"), ("give at least 1");
        /// The estimate does not fit in 64 bits.
        TooLong = "too-long", ("cost model: the estimate does not fit in 64 bits"), ("lower the overhead or the work");
    }
}

impl CostModel {
    /// SP cycles of one block without the overhead.
    pub fn working_cycles(&self, work: KernelWork, threads: u32, blocks: u32) -> Result<u64, CostError> {
        Self { overhead_cycles: 0, ..*self }.block_cycles(work, threads, blocks)
    }

    /// Returns the fewest blocks, at most `most` and at least 1, that leave a block at most about `block_cycles`
    /// (at least 1) without the overhead.
    pub fn blocks(
        &self,
        work: KernelWork,
        threads: u32,
        block_cycles: u64,
        most: u32,
    ) -> Result<u32, CostError> {
        let in_one = self.working_cycles(work, threads, 1)?;
        let blocks = in_one.div_ceil(nonzero(block_cycles, "block_cycles")?).clamp(1, most.max(1).into());
        Ok(u32::try_from(blocks).unwrap_or(most))
    }

    /// Estimated SP cycles of one block of a kernel of `blocks` blocks of `threads` SIPs each.
    pub fn block_cycles(&self, work: KernelWork, threads: u32, blocks: u32) -> Result<u64, CostError> {
        let share = |total, rate, what| {
            let rate = u128::from(nonzero(rate, what)?) * u128::from(nonzero(threads.into(), "threads")?);
            let per_block = u64::div_ceil(total, nonzero(blocks.into(), "blocks")?);
            Ok(u128::from(per_block).div_ceil(rate))
        };
        let compute = share(work.ops, self.ops_per_cycle_per_sip, "ops_per_cycle_per_sip")?;
        let memory = share(work.bytes, self.bytes_per_cycle_per_sip, "bytes_per_cycle_per_sip")?;
        let cycles = compute.max(memory) + u128::from(self.overhead_cycles);
        u64::try_from(cycles).map_err(|_| CostError::TooLong)
    }
}

fn nonzero(value: u64, what: &'static str) -> Result<u64, CostError> {
    if value == 0 { Err(CostError::Zero { what }) } else { Ok(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const MODEL: CostModel =
        CostModel { ops_per_cycle_per_sip: 10, bytes_per_cycle_per_sip: 4, overhead_cycles: 7 };

    #[rstest]
    #[case(100, 0, 1, 1, 17)] // compute-bound
    #[case(101, 0, 1, 1, 18)] // rounded up
    #[case(100, 80, 1, 1, 27)] // memory-bound
    #[case(100, 80, 2, 2, 12)] // 40 bytes a block, 8 bytes a cycle
    #[case(0, 0, 16, 3, 7)] // only the overhead
    fn a_block_costs_the_larger_roof(
        #[case] ops: u64,
        #[case] bytes: u64,
        #[case] threads: u32,
        #[case] blocks: u32,
        #[case] cycles: u64,
    ) {
        assert_eq!(MODEL.block_cycles(KernelWork { ops, bytes }, threads, blocks), Ok(cycles));
    }

    /// 100 operations are 10 cycles of one SIP, 5 of two.
    #[rstest]
    #[case(1, 10, 64, 1)]
    #[case(1, 9, 64, 2)]
    #[case(2, 2, 64, 3)]
    #[case(1, 1, 4, 4)]
    #[case(1, u64::MAX, 0, 1)]
    fn blocks_are_as_few_as_possible(
        #[case] threads: u32,
        #[case] block_cycles: u64,
        #[case] most: u32,
        #[case] blocks: u32,
    ) {
        let work = KernelWork { ops: 100, bytes: 0 };
        assert_eq!(MODEL.blocks(work, threads, block_cycles, most), Ok(blocks));
        assert_eq!(MODEL.blocks(work, threads, 0, most), Err(CostError::Zero { what: "block_cycles" }));
    }

    #[test]
    fn zeros_and_overflow_are_errors() {
        let work = KernelWork { ops: u64::MAX, bytes: 0 };
        let zero = |what| Err(CostError::Zero { what });
        assert_eq!(MODEL.block_cycles(work, 0, 1), zero("threads"));
        assert_eq!(MODEL.block_cycles(work, 1, 0), zero("blocks"));
        let no_memory = CostModel { bytes_per_cycle_per_sip: 0, ..MODEL };
        assert_eq!(no_memory.block_cycles(work, 1, 1), zero("bytes_per_cycle_per_sip"));
        let slow = CostModel { overhead_cycles: u64::MAX, ..MODEL };
        assert_eq!(slow.block_cycles(work, 1, 1), Err(CostError::TooLong));
    }
}
