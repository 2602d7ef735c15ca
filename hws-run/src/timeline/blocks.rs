//! The blocks that the HWS launched, from the runs of SIPs.

use super::Timeline;

/// A block that the HWS launched, on however many SIPs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct LaunchedBlock {
    /// kernel_id.
    pub(crate) kernel: u32,
    /// block_id.
    pub(crate) block: u16,
    /// On a SIP that was not idle yet.
    pub(crate) early: bool,
    /// On a SIP reserved for another kernel.
    pub(crate) backfilled: bool,
}

impl Timeline {
    /// The blocks that the HWS launched, each once, by kernel_id and block_id.
    pub(crate) fn launched_blocks(&self) -> Vec<LaunchedBlock> {
        let by_hws = self.every_run().filter(|run| run.is_by_hws());
        let mut blocks: Vec<LaunchedBlock> = by_hws
            .map(|run| LaunchedBlock {
                kernel: run.kernel,
                block: run.block,
                early: run.early,
                backfilled: run.backfilled,
            })
            .collect();
        blocks.sort_unstable();
        blocks.dedup_by(|later, kept| {
            let is_same = (later.kernel, later.block) == (kept.kernel, kept.block);
            if is_same {
                kept.early |= later.early;
                kept.backfilled |= later.backfilled;
            }
            is_same
        });
        blocks
    }
}
