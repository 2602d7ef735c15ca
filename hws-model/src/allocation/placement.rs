//! Where the blocks of one launch are placed.

use core::hash::{Hash, Hasher};

use hws_types::{SipMask, ThreadNum};

/// The SIPs of all blocks that one launch starts. With the feature `serde`, it is `threads` and `blocks`; one with blocks
/// that overlap, that are not aligned places of so many SIPs, or that no search finds in this order, is refused.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "super::stored::Blocks", try_from = "super::stored::Blocks")
)]
pub struct Placement {
    threads: ThreadNum,
    /// Whether the blocks of each set are in descending order.
    descends: bool,
    /// The blocks that were found among idle SIPs. They precede all others: once none is left, none comes again. So two sets
    /// have the order of the blocks, too.
    first: SipMask,
    /// The others.
    then: SipMask,
}

impl Placement {
    /// The blocks of these SIPs in ascending order, as those of a reservation.
    #[inline]
    pub(crate) const fn ascending(threads: ThreadNum, sips: SipMask) -> Self {
        Self { threads, descends: false, first: sips, then: SipMask::EMPTY }
    }

    /// These SIPs in the order of the search of §5.2: those found among idle SIPs, then those found among ready ones.
    pub(crate) const fn found(threads: ThreadNum, idle: SipMask, ready: SipMask) -> Self {
        Self { threads, descends: threads.searches_downwards(), first: idle, then: ready }
    }

    /// These blocks in this order; `None` if a search does not find them so, or they are not blocks of so many SIPs.
    #[cfg(feature = "serde")]
    pub(crate) fn of_blocks(threads: ThreadNum, blocks: &[SipMask]) -> Option<Self> {
        let in_order = |descends: bool| {
            let is_before = |(a, b): (&SipMask, &SipMask)| (a.0 > b.0) == descends;
            let pairs = || blocks.iter().zip(blocks.iter().skip(1));
            let turn = pairs().position(|pair| !is_before(pair)).map_or(blocks.len(), |last| last + 1);
            let (first, then) = blocks.split_at_checked(turn).unwrap_or_default();
            let all = |blocks: &[SipMask]| blocks.iter().fold(SipMask::EMPTY, |all, &block| all | block);
            Self { threads, descends, first: all(first), then: all(then) }
        };
        [false, true]
            .map(in_order)
            .into_iter()
            .find(|placement| placement.blocks().eq(blocks.iter().copied()))
    }

    /// Returns the SIPs of all blocks.
    #[inline]
    #[must_use]
    pub const fn sips(&self) -> SipMask {
        SipMask(self.first.0 | self.then.0)
    }

    /// Returns the SIPs of each block, in the order in which they were found and will be launched.
    #[inline]
    pub fn blocks(&self) -> impl Iterator<Item = SipMask> {
        let Self { threads, descends, first, then } = *self;
        let (mut first, mut then) = (first.positions(threads), then.positions(threads));
        core::iter::from_fn(move || {
            let next = if first.is_empty() { &mut then } else { &mut first };
            let mut positions = next.iter();
            let position = if descends { positions.next_back() } else { positions.next() }?;
            *next -= position.mask();
            Some(SipMask::block(position.get(), threads))
        })
    }

    /// The size of the blocks.
    #[cfg(feature = "serde")]
    pub(crate) const fn threads(&self) -> ThreadNum {
        self.threads
    }
}

/// Equal blocks in an equal order.
impl PartialEq for Placement {
    fn eq(&self, other: &Self) -> bool {
        self.threads == other.threads && self.blocks().eq(other.blocks())
    }
}

impl Eq for Placement {}

impl Hash for Placement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.threads.hash(state);
        self.blocks().for_each(|block| block.hash(state));
    }
}
