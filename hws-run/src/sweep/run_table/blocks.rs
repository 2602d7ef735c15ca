//! The launches of each kernel, from a timeline.

use std::collections::BTreeMap;
use std::ops::Add;

use crate::timeline::{SipRun, StartedBy, Timeline};

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
    /// The blocks of every kernel, in the order of the kernels.
    pub(super) fn of_kernels(timeline: &Timeline) -> Vec<Self> {
        // (early, backfilled) of each block.
        let mut blocks: BTreeMap<(u32, u16), (bool, bool)> = BTreeMap::new();
        for run in timeline.runs.iter().filter(|run| matches!(run.by, StartedBy::Hws(_))) {
            let &SipRun { kernel, block, early, backfilled, .. } = run;
            let known = blocks.entry((kernel, block)).or_default();
            *known = (known.0 || early, known.1 || backfilled);
        }
        let mut kernels = vec![Self::default(); timeline.kernels.len()];
        for ((kernel, _), (early, backfilled)) in blocks {
            if let Some(kernel) = kernels.get_mut(kernel as usize) {
                let block = Self { launched: 1, early: early.into(), backfilled: backfilled.into() };
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
