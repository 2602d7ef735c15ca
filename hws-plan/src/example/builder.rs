//! Makes kernels from their work: cuts them into blocks and estimates the cycles of a block.

use super::ExampleKernel;
use crate::cost::{BLOCK_CYCLES, BLOCKS_MOST, CostModel, KernelWork};

/// How a kernel is cut into blocks.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    /// Into blocks of about `BLOCK_CYCLES` each.
    ByTime,
    /// Into as many blocks as the layer prescribes, such as attention heads.
    Into(u32),
}

/// Kernels so far; each new one gets the next index.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) kernels: Vec<ExampleKernel>,
}

impl Builder {
    /// Appends a kernel and returns its index. `deps` in any order.
    pub(super) fn add(
        &mut self,
        name: String,
        threads: u32,
        cut: Cut,
        work: KernelWork,
        deps: &[usize],
    ) -> usize {
        let blocks = match cut {
            Cut::Into(blocks) => blocks,
            Cut::ByTime => blocks_by_time(work, threads),
        };
        let mut deps = deps.to_vec();
        deps.sort_unstable();
        let KernelWork { ops, bytes } = work;
        let est_cycles_per_block = cycles(work, threads, blocks);
        self.kernels.push(ExampleKernel { name, threads, blocks, ops, bytes, est_cycles_per_block, deps });
        self.kernels.len() - 1
    }
}

fn blocks_by_time(work: KernelWork, threads: u32) -> u32 {
    CostModel::default().blocks(work, threads, BLOCK_CYCLES, BLOCKS_MOST).expect(SOUND)
}

fn cycles(work: KernelWork, threads: u32, blocks: u32) -> u64 {
    CostModel::default().block_cycles(work, threads, blocks).expect(SOUND)
}

const SOUND: &str = "the example's rates, threads and blocks are at least 1 and its work is small";
