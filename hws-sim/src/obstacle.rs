//! What keeps a task of a pool from every placement (scheduler.md §5): a pure function of the decision.
//!
//! | the task | obstacle |
//! |---|---|
//! | may use no SIP at all | [`Obstacle::NothingAllowed`] |
//! | would have no place even if it could take all its ready SIPs and they were granted | [`Obstacle::NoPlace`] |
//! | would have no place even if it could take all its granted SIPs | [`Obstacle::Grants`] |
//! | otherwise | [`Obstacle::Reserved`] |

use hws_model::{Pool, TaskMasks};
use hws_types::{SipMask, ThreadNum};

/// The SIPs that one launch of a kernel takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchShape {
    /// SIPs of a block.
    pub threads: ThreadNum,
    /// Blocks of a launch: all of a cooperative kernel, otherwise one.
    pub blocks: u32,
}

/// What keeps a task from every placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// No SIP present is in both affinity and usage mask.
    NothingAllowed,
    /// No aligned place is ready among the SIPs that it may use.
    NoPlace,
    /// The places lack second resources.
    Grants,
    /// The places include these SIPs, which are reserved for others.
    Reserved(SipMask),
}

impl LaunchShape {
    /// Returns whether a launch fits into the SIPs.
    #[must_use]
    pub fn fits(self, sips: SipMask) -> bool {
        sips.positions(self.threads).len() >= self.blocks
    }
}

impl Obstacle {
    /// Returns the obstacle of a task without a placement, from its pool and the SIPs that it may use. `ready` is that of the
    /// decision, `own` are the SIPs that are reserved for the task itself.
    #[must_use]
    pub fn new(pool: Pool, masks: &TaskMasks, shape: LaunchShape, ready: SipMask, own: SipMask) -> Self {
        if masks.allowed.is_empty() {
            Self::NothingAllowed
        } else if !shape.fits(masks.allowed & ready) {
            Self::NoPlace
        } else if !shape.fits(masks.usable) || shape.fits(free_for(pool, masks, own)) {
            // A cooperative kernel that fits in open VGs may need more grants there than it has.
            Self::Grants
        } else {
            Self::Reserved(kept_from(pool, masks, own))
        }
    }
}

/// Returns the SIPs that scheduler.md §5.3 and §5.4 let a task take; `own` are those reserved for it.
#[must_use]
pub fn free_for(pool: Pool, masks: &TaskMasks, own: SipMask) -> SipMask {
    match pool {
        Pool::R => masks.usable - kept_from(pool, masks, own),
        Pool::P | Pool::O => masks.nonrsv | masks.backfill,
    }
}

/// The SIPs of the task that are reserved for others and that it cannot backfill.
fn kept_from(pool: Pool, masks: &TaskMasks, own: SipMask) -> SipMask {
    match pool {
        Pool::R => masks.rsv - own,
        Pool::P | Pool::O => masks.rsv - masks.backfill,
    }
}
