//! The launches of each kernel, from a timeline.

use std::ops::Add;

use crate::timeline::Timeline;

/// The blocks that the HWS launched: each once, on however many SIPs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Blocks {
    pub(super) launched: u64,
    /// On a SIP that was not idle yet.
    pub(super) early: u64,
    /// On a SIP reserved for another kernel.
    pub(super) backfilled: u64,
}

impl Blocks {
    /// The blocks of each of so many kernels, in the order of the kernels; the timeline lists all runs.
    pub(super) fn of_kernels(timeline: &Timeline, count: usize) -> Vec<Self> {
        let mut kernels = vec![Self::default(); count];
        for block in timeline.launched_blocks() {
            if let Some(kernel) = kernels.get_mut(block.kernel as usize) {
                let block =
                    Self { launched: 1, early: block.early.into(), backfilled: block.backfilled.into() };
                *kernel = *kernel + block;
            }
        }
        kernels
    }
}

impl Add for Blocks {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            launched: self.launched + other.launched,
            early: self.early + other.early,
            backfilled: self.backfilled + other.backfilled,
        }
    }
}
