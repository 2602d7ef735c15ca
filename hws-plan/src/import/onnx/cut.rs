//! Cuts a kernel into blocks of threads.
//!
//! Let *c* be the cycles of the kernel on one SIP by the [cost model](ImportOptions::cost), without the overhead.
//! * Threads: the largest legal number that is at most the channels / [`CHANNELS`], at most *c* / [`BLOCK_CYCLES`]
//!   (both rounded up), and at most the SIPs of a cluster; so small operators are not spread.
//! * Blocks: the fewest with which a block has at most [`BLOCK_CYCLES`] cycles, but at most [`BLOCKS_MOST`].
//!
//! The channels are the second dimension of the output if it has four dimensions or more, and its last
//! dimension otherwise.

use hws_types::ThreadNum;

use super::error::OnnxError;
use super::fact::Fact;
use crate::bounds::Demand;
use crate::cost::{BLOCK_CYCLES, BLOCKS_MOST, KernelWork};
use crate::import::ImportOptions;

/// Channels that are worth a thread.
const CHANNELS: u64 = 64;

/// Threads, blocks and cycles of a block, overhead included.
pub(super) fn demand(
    work: KernelWork,
    result: Option<&Fact>,
    options: &ImportOptions,
) -> Result<Demand, OnnxError> {
    let cost = options.cost;
    let alone = cost.working_cycles(work, 1, 1).map_err(OnnxError::Cost)?;
    let most = result.map_or(1, channels).div_ceil(CHANNELS).min(alone.div_ceil(BLOCK_CYCLES));
    let threads = largest_legal(most.min(options.threads_most.into()));
    let blocks = cost.blocks(work, threads, BLOCK_CYCLES, BLOCKS_MOST).map_err(OnnxError::Cost)?;
    let cycles = cost.block_cycles(work, threads, blocks).map_err(OnnxError::Cost)?;
    if u32::try_from(cycles).is_err() {
        return Err(OnnxError::EstTooLong { cycles });
    }
    Ok(Demand { est: cycles, threads, blocks })
}

fn channels(fact: &Fact) -> u64 {
    let dim = if fact.rank() >= 4 { fact.shape.get(1) } else { fact.shape.last() };
    dim.copied().unwrap_or(1)
}

fn largest_legal(most: u64) -> u32 {
    let legal = ThreadNum::ALL.iter().rev().map(|threads| threads.get());
    legal.into_iter().find(|&threads| u64::from(threads) <= most).unwrap_or(1)
}
