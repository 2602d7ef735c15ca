//! A placement in a file.

use hws_types::{Sip, SipMask, ThreadNum};
use serde::{Deserialize, Serialize};

use super::Placement;

/// The size of the blocks, and the SIPs of each in the order of the launch.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "Placement", deny_unknown_fields)]
pub(super) struct Blocks {
    threads: ThreadNum,
    blocks: heapless::Vec<SipMask, { Sip::COUNT }>,
}

impl From<Placement> for Blocks {
    fn from(placement: Placement) -> Self {
        // Fits: a placement has no more blocks than SIPs.
        Self { threads: placement.threads(), blocks: placement.blocks().collect() }
    }
}

impl TryFrom<Blocks> for Placement {
    type Error = &'static str;

    fn try_from(Blocks { threads, blocks }: Blocks) -> Result<Self, Self::Error> {
        let mut sips = SipMask::EMPTY;
        for &block in &blocks {
            if !block.blocks(threads).eq([block]) {
                return Err("a block of a placement is not an aligned place of `threads` SIPs");
            }
            if sips.intersects(block) {
                return Err("blocks of a placement overlap");
            }
            sips |= block;
        }
        Self::of_blocks(threads, &blocks).ok_or("no search finds the blocks of a placement in this order")
    }
}
