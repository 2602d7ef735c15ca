//! Cuts a kernel into blocks of threads.
//!
//! Let *c* be the cycles of the kernel on one SIP by the [cost model](ImportOptions::cost), without the overhead.
//! * Threads: the largest legal number that is at most the channels / [`CHANNELS`], at most *c* / [`BLOCK_CYCLES`]
//!   (both rounded up), and at most the SIPs of a cluster; so small operators are not spread.
//! * Blocks: the fewest with which a block has at most [`BLOCK_CYCLES`] cycles, but at most [`BLOCKS_MOST`].

use hws_types::ThreadNum;

use super::ImportOptions;
use crate::bounds::Demand;
use crate::cost::{BLOCK_CYCLES, BLOCKS_MOST, CostError, KernelWork};

hws_input::faults! {
    /// Work that cannot be cut.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CutError {
        /// Operations and bytes for which there is no estimate.
        Cost(inner: CostError);
        /// A block that takes too long.
        EstTooLong {
            /// Cycles of a block.
            cycles: u64,
        } = "est-too-long",
            ("a block takes {cycles} cycles, more than the 32 bits of an estimate"),
            ("split the operator");
    }
}

impl From<CostError> for CutError {
    fn from(error: CostError) -> Self {
        Self::Cost(error)
    }
}

/// Channels that are worth a thread.
const CHANNELS: u64 = 64;

/// Threads, blocks and cycles of a block, overhead included, of a kernel with this many channels.
pub(super) fn demand(work: KernelWork, channels: u64, options: &ImportOptions) -> Result<Demand, CutError> {
    let cost = options.cost;
    let alone = cost.working_cycles(work, 1, 1)?;
    let most = channels.div_ceil(CHANNELS).min(alone.div_ceil(BLOCK_CYCLES));
    let threads = largest_legal(most.min(options.threads_most.into()));
    let blocks = cost.blocks(work, threads, BLOCK_CYCLES, BLOCKS_MOST)?;
    let cycles = cost.block_cycles(work, threads, blocks)?;
    if u32::try_from(cycles).is_err() {
        return Err(CutError::EstTooLong { cycles });
    }
    Ok(Demand { est: cycles, threads, blocks })
}

fn largest_legal(most: u64) -> u32 {
    let legal = ThreadNum::ALL.iter().rev().map(|threads| threads.get());
    legal.into_iter().find(|&threads| u64::from(threads) <= most).unwrap_or(1)
}
