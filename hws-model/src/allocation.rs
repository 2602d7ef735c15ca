//! Finding SIPs for blocks (AA; scheduler.md §5.2).

mod placement;

use hws_types::{SipMask, ThreadNum};

use crate::second_resource::Supply;

pub use placement::Placement;

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

/// `select(task, mask)`: SIPs for all requested blocks, or `None`. Each block takes its second resources from
/// `supply`, and only SIPs with open resources are taken.
pub(crate) fn select(request: Request, candidates: Candidates, supply: Option<Supply>) -> Option<Placement> {
    if request.blocks == 1 && supply.is_none() {
        let (threads, Candidates { idle, ready }) = (request.threads, candidates);
        let in_ready = || if idle == ready { None } else { find_block(threads, ready) };
        let block = find_block(threads, idle).or_else(in_ready)?;
        return Some(Placement::found(threads, block, SipMask::EMPTY));
    }
    select_all(request, candidates, supply)
}

/// The general case: several blocks, which share second resources. SIPs and resources only become fewer from one block to
/// the next.
fn select_all(request: Request, candidates: Candidates, mut supply: Option<Supply>) -> Option<Placement> {
    let Request { threads, blocks } = request;
    let (mut among_idle, mut among_ready) = (SipMask::EMPTY, SipMask::EMPTY);
    for _ in 0..blocks {
        let open = supply.as_ref().map_or(SipMask::ALL, Supply::open_sips);
        let free = open - among_idle - among_ready;
        let block = if let Some(block) = find_block(threads, candidates.idle & free) {
            among_idle |= block;
            block
        } else {
            let block = find_block(threads, candidates.ready & free)?;
            among_ready |= block;
            block
        };
        if let Some(supply) = &mut supply {
            supply.take(block);
        }
    }
    Some(Placement::found(threads, among_idle, among_ready))
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
