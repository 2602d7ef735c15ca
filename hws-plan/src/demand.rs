//! What a kernel needs of the machine.

/// The resources that one kernel needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Estimated SP cycles of one block.
    pub est: u64,
    /// SIPs a block occupies (`thread_num`).
    pub threads: u32,
    /// Blocks (`block_num`).
    pub blocks: u32,
}

impl Demand {
    /// SIP-cycles: est × threads × blocks.
    pub fn work(&self) -> u128 {
        u128::from(self.est) * u128::from(self.threads) * u128::from(self.blocks)
    }

    /// Returns the fewest cycles the kernel can take if it alone uses `sips` SIPs: its blocks run in waves of
    /// floor(sips / threads). Slot alignment can only add to it, so it is a lower bound.
    pub fn fewest_cycles(&self, sips: u32) -> u128 {
        let at_once = sips.checked_div(self.threads).unwrap_or(u32::MAX).max(1);
        u128::from(self.est) * u128::from(self.blocks.div_ceil(at_once))
    }
}
