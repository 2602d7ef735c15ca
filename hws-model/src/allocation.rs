//! Finding SIPs for blocks (AA; scheduler.md §5.2).

use hws_types::{Sip, SipMask, ThreadNum};

use crate::second_resource::Supply;

/// The SIPs of all blocks that one launch starts. With the feature `serde`, it is `threads` and `blocks`; one with blocks
/// that overlap, or that are not aligned places of so many SIPs, is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "stored::Blocks", try_from = "stored::Blocks")
)]
pub struct Placement {
    threads: ThreadNum,
    /// The first `count` are positions, the others are 0.
    positions: [u8; Sip::COUNT],
    count: u8,
    sips: SipMask,
}

impl Placement {
    pub(crate) const fn new(threads: ThreadNum) -> Self {
        Self { threads, positions: [0; Sip::COUNT], count: 0, sips: SipMask::EMPTY }
    }

    /// Returns the SIPs of all blocks.
    #[must_use]
    pub const fn sips(&self) -> SipMask {
        self.sips
    }

    /// Returns the SIPs of each block, in the order in which they were found and will be launched.
    pub fn blocks(&self) -> impl Iterator<Item = SipMask> {
        self.positions
            .iter()
            .take(self.len())
            .map(|&position| SipMask::block(u32::from(position), self.threads))
    }

    pub(crate) const fn len(&self) -> usize {
        self.count as usize
    }

    /// Adds a block. There is space for it, because each block takes a SIP that no other block has.
    pub(crate) fn add(&mut self, block: SipMask) {
        if let (Some(first), Some(place)) = (block.first(), self.positions.get_mut(usize::from(self.count))) {
            *place = first.get() as u8;
            self.count += 1;
            self.sips |= block;
        }
    }
}

/// The blocks that `select` has to place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) threads: ThreadNum,
    /// 1, or all blocks of a cooperative kernel, which are placed together or not at all.
    pub(crate) blocks: u16,
}

/// The SIPs that `select` may take: for each block it tries `idle` first, and `ready` only when the block
/// does not fit there. Without early launch both are the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    pub(crate) idle: SipMask,
    pub(crate) ready: SipMask,
}

impl Candidates {
    /// A block among the candidates that are `free`.
    fn find_block(self, threads: ThreadNum, free: SipMask) -> Option<SipMask> {
        let is_same = self.idle == self.ready;
        let in_ready = || if is_same { None } else { find_block(threads, self.ready & free) };
        find_block(threads, self.idle & free).or_else(in_ready)
    }
}

/// `select(task, mask)`: SIPs for all requested blocks, or `None`. Each block takes its second resources from
/// `supply`, and only SIPs with open resources are taken.
pub(crate) fn select(request: Request, candidates: Candidates, supply: Option<Supply>) -> Option<Placement> {
    if request.blocks == 1 && supply.is_none() {
        let mut placement = Placement::new(request.threads);
        placement.add(candidates.find_block(request.threads, SipMask::ALL)?);
        return Some(placement);
    }
    select_all(request, candidates, supply)
}

/// The general case: several blocks, which share second resources.
fn select_all(request: Request, candidates: Candidates, mut supply: Option<Supply>) -> Option<Placement> {
    let mut placement = Placement::new(request.threads);
    for _ in 0..request.blocks {
        let open = supply.as_ref().map_or(SipMask::ALL, Supply::open_sips);
        let block = candidates.find_block(request.threads, open - placement.sips())?;
        if let Some(supply) = &mut supply {
            supply.take(block);
        }
        placement.add(block);
    }
    Some(placement)
}

/// A block within `mask`: at the highest position for a small block, at the lowest for a large one.
fn find_block(threads: ThreadNum, mask: SipMask) -> Option<SipMask> {
    let fits = mask.positions(threads);
    if fits.is_empty() {
        return None;
    }
    let position = if threads.searches_downwards() { fits.0.ilog2() } else { fits.0.trailing_zeros() };
    Some(SipMask::block(position, threads))
}

#[cfg(test)]
mod exhaustive;
#[cfg(feature = "serde")]
mod stored;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::second_resource::{Grants, Needs, VcPools};
    use hws_types::{TaskDescriptor, Topology};

    fn threads(t: u32) -> ThreadNum {
        ThreadNum::new(t).unwrap()
    }

    fn in_order(t: u32, blocks: u16, idle: u32, ready: u32) -> Option<[u32; 2]> {
        let candidates = Candidates { idle: SipMask(idle), ready: SipMask(ready) };
        let placement = select(Request { threads: threads(t), blocks }, candidates, None)?;
        let mut found = placement.blocks().map(|block| block.0);
        Some([found.next().unwrap_or(0), found.next().unwrap_or(0)])
    }

    #[test]
    fn small_blocks_come_from_above_and_large_ones_from_below() {
        assert_eq!(in_order(3, 1, u32::MAX, u32::MAX), Some([0x7000_0000, 0]));
        assert_eq!(in_order(6, 1, u32::MAX, u32::MAX), Some([0x3F, 0]));
    }

    #[test]
    fn idle_sips_are_tried_before_pre_idle_ones() {
        assert_eq!(in_order(2, 1, 0x3, 0xFF), Some([0x3, 0]));
        assert_eq!(in_order(4, 1, 0x3, 0xFF), Some([0xF0, 0]), "mixed blocks are found among the ready");
    }

    #[test]
    fn cooperative_blocks_are_all_or_nothing() {
        assert_eq!(in_order(8, 2, 0x00FF_00FF, 0x00FF_00FF), Some([0xFF, 0xFF_0000]));
        assert_eq!(in_order(8, 2, 0xFF, 0xFF), None);
    }

    #[test]
    fn a_vg_without_a_grant_closes_for_the_next_block() {
        let td =
            TaskDescriptor { enable_l2_alloc: true, l2_done: [1, 1, 0, 0, 0, 0, 0, 0], ..Default::default() };
        let grants = Grants::at_admission(&td);
        let supply = || Supply::of(Needs::of(&td), &grants, &VcPools::all_free(), Topology::FULL);
        let all = Candidates { idle: SipMask::ALL, ready: SipMask::ALL };
        let two = Request { threads: threads(8), blocks: 2 };
        let found = select(two, all, supply()).unwrap();
        assert!(found.blocks().map(|block| block.0).eq([0xFF, 0xFF_0000]));
        assert!(select(Request { blocks: 3, ..two }, all, supply()).is_none());
    }
}
