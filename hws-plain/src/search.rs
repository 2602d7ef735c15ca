//! Finding SIPs for blocks (§5.2).

use hws_types::SipMask;

use super::machine::{Clusters, SIP_IDS, block, positions, slot};
use super::second::Resources;

/// The blocks of one launch, in the order found.
pub(super) type Blocks = Vec<SipMask>;

/// The SIPs that a search may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    /// The SIPs that are idle.
    pub(super) idle: SipMask,
    /// The SIPs that are pre-idle, including idle ones; none without early launch.
    pub(super) pre_idle: Option<SipMask>,
}

impl Candidates {
    fn without(self, taken: SipMask) -> Self {
        let pre_idle = self.pre_idle.map(|sips| sips - taken);
        Self { idle: self.idle - taken, pre_idle: rule!(SelectKeepsPreIdle, pre_idle, self.pre_idle) }
    }
}

/// §5.2: SIPs for `count` blocks of `t`, all or nothing.
pub(super) fn select(
    t: u32,
    count: u32,
    mut candidates: Candidates,
    mut resources: Resources,
    clusters: Clusters,
) -> Option<Blocks> {
    let mut blocks = Blocks::new();
    for _ in 0..count {
        let open = resources.open_sips(clusters);
        let Some(found) = find(t, candidates, open) else {
            return if rule!(CoopPartial, false, !blocks.is_empty()) { Some(blocks) } else { None };
        };
        candidates = candidates.without(found);
        if rule!(SelectKeepsResources, true, false) {
            resources.take(found, clusters);
        }
        blocks.push(found);
    }
    let sorted = ascending(&blocks);
    let reversed: Blocks = blocks.iter().rev().copied().collect();
    let blocks = rule!(BlocksReversed, blocks, reversed);
    Some(rule!(BlocksAscending, blocks, sorted))
}

/// A wrong reading of §5.2: the blocks in ascending position.
fn ascending(blocks: &[SipMask]) -> Blocks {
    let mut sorted = blocks.to_vec();
    sorted.sort_by_key(|sips| sips.first());
    sorted
}

/// §5.2: a block among the idle SIPs, otherwise among the pre-idle ones.
fn find(t: u32, candidates: Candidates, open: SipMask) -> Option<SipMask> {
    let idle = candidates.idle & open;
    let Some(pre_idle) = candidates.pre_idle.map(|sips| sips & open) else { return first_fit(t, idle) };
    let busy = pre_idle - candidates.idle;
    let among_idle = first_fit(t, idle);
    let among_all = first_fit(t, pre_idle);
    let among_busy = rule!(SelectUnmixed, None, first_fit(t, busy));
    let found = rule!(SelectUnion, among_idle.or(among_all), among_all);
    let found = rule!(SelectUnmixed, found, among_idle.or(among_busy));
    let busy_first = rule!(SelectPreIdleFirst, None, first_fit(t, busy));
    rule!(SelectPreIdleFirst, found, busy_first.or(among_all).or(among_idle))
}

/// §5.2: the first position that fits, from above for t ≤ 4, from below for larger blocks.
fn first_fit(t: u32, mask: SipMask) -> Option<SipMask> {
    let from_above = rule!(SelectBelow, t <= 4, false);
    let from_above = rule!(SelectAbove, from_above, true);
    let from_above = rule!(SelectFourBelow, from_above, t < 4);
    let from_above = rule!(SelectThreeBelow, from_above, t <= 2);
    let from_above = rule!(SelectTwoBelow, from_above, t < 2);
    let from_above = rule!(SelectSixAbove, from_above, t <= 6);
    let from_above = rule!(SelectTwelveAbove, from_above, t < 16);
    let from_above = rule!(SelectReversed, from_above, t > 4);
    let from_above = rule!(SelectEightAbove, from_above, t <= 8);
    let among = |mut order: Vec<u32>| {
        if from_above {
            order.reverse();
        }
        order.into_iter().map(|position| block(position, t)).find(|&sips| mask.contains(sips))
    };
    let right = among(positions(t));
    let among_if = |differs: bool, step: u32| if differs { among(multiples_of(step, t)) } else { right };
    let is_odd = t != slot(t);
    let found = rule!(PositionsPacked, right, among_if(is_odd, t));
    let found = rule!(PositionsAnywhere, found, among_if(t > 1, 1));
    let found = rule!(PositionsOfThree, found, among_if(t == 3, 1));
    let found = rule!(PositionsOfSix, found, among_if(t == 6, 2));
    let found = rule!(PositionsOfFour, found, among_if(slot(t) > 4, 4));
    let found = rule!(PositionsOfEight, found, among_if(slot(t) > 8, 8));
    if !is_odd {
        return found;
    }
    let found = rule!(SelectWholeSlot, found, among(whole_slots(t, mask)));
    rule!(SelectScattered, found, scattered(t, mask, from_above))
}

/// Wrong positions: multiples of another number.
fn multiples_of(step: u32, t: u32) -> Vec<u32> {
    (0..SIP_IDS).filter(|position| position % step.max(1) == 0 && position + t <= SIP_IDS).collect()
}

/// A wrong reading of §5.2: a position fits when its whole slot is in the mask.
fn whole_slots(t: u32, mask: SipMask) -> Vec<u32> {
    positions(t).into_iter().filter(|&position| mask.contains(block(position, slot(t)))).collect()
}

/// A wrong reading of §5.2: any t SIPs of a slot, the lowest.
fn scattered(t: u32, mask: SipMask, from_above: bool) -> Option<SipMask> {
    let mut order = positions(t);
    if from_above {
        order.reverse();
    }
    let of_slot = |position: u32| (mask & block(position, slot(t))).iter().take(t as usize);
    let blocks =
        order.into_iter().map(|position| of_slot(position).fold(SipMask::EMPTY, |all, sip| all | sip.mask()));
    blocks.into_iter().find(|sips| sips.len() == t)
}
