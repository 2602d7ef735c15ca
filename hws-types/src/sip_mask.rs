//! A set of SIPs as one 32-bit word, bit *i* for logical SIP *i* (scheduler.md §0).

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use crate::{ThreadNum, index::index_type, ones::lowest, runs};

index_type! {
    /// One logical SIP, 0..=31.
    Sip, 5
}

// A set is a word with one bit per SIP.
const _: () = assert!(Sip::COUNT == u32::BITS as usize);

impl Sip {
    /// Returns the set that holds only this SIP.
    #[must_use]
    pub const fn mask(self) -> SipMask {
        SipMask(1 << self.get())
    }
}

/// A set of logical SIPs.
///
/// ```
/// use hws_types::{SipMask, ThreadNum};
/// let four = SipMask::block(8, ThreadNum::new(4).unwrap());
/// assert_eq!(four, SipMask(0xF00));
/// assert_eq!(four.iter().map(|sip| sip.get()).max(), Some(11));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SipMask(pub u32);

impl SipMask {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all 32 SIPs.
    pub const ALL: Self = Self(u32::MAX);

    /// Returns the SIPs of a block of `threads` that starts at SIP `position`. SIPs past 31 are cut off.
    #[must_use]
    pub const fn block(position: u32, threads: ThreadNum) -> Self {
        match threads.ones().0.checked_shl(position) {
            Some(bits) => Self(bits),
            None => Self::EMPTY,
        }
    }

    /// Returns the positions at which a block of `threads` is entirely in this set, one bit each. Positions are
    /// multiples of the slot of `threads` (scheduler.md §0, §5.2).
    #[inline]
    #[must_use]
    pub const fn positions(self, threads: ThreadNum) -> Self {
        runs::positions(self, threads)
    }

    /// Returns the blocks of `threads` SIPs that are entirely in this set, ascending: those at
    /// [`SipMask::positions`]. No two share a SIP.
    pub fn blocks(self, threads: ThreadNum) -> impl DoubleEndedIterator<Item = Self> {
        self.positions(threads).iter().map(move |first| Self::block(first.get(), threads))
    }

    /// Returns the SIPs of all [blocks](Self::blocks) of `threads` SIPs that are entirely in this set.
    #[must_use]
    pub const fn in_blocks(self, threads: ThreadNum) -> Self {
        // Blocks are disjoint: no product reaches into the next one.
        Self(self.positions(threads).0.wrapping_mul(threads.ones().0))
    }

    /// Returns the `slot` SIPs from `position` on. `slot` is a power of two, 1..=16, and `position` a multiple of it;
    /// SIPs past 31 are cut off.
    #[must_use]
    pub const fn aligned_group(position: u32, slot: u32) -> Self {
        Self((((1_u64 << (slot % 32)) - 1) << (position % 32)) as u32)
    }

    /// Returns this set with the SIPs of `other` added if `is_member`, and removed otherwise.
    #[must_use]
    pub const fn with_if(self, other: Self, is_member: bool) -> Self {
        Self(if is_member { self.0 | other.0 } else { self.0 & !other.0 })
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether every SIP of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns whether the sets have a SIP in common.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the number of SIPs in the set, 0..=32.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the lowest SIP of the set; `None` when it is empty.
    #[must_use]
    pub const fn first(self) -> Option<Sip> {
        match lowest(self.0) {
            Some((sip, _)) => Some(Sip::wrapping(sip)),
            None => None,
        }
    }

    /// Returns the SIPs in ascending order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Sip> + Clone {
        Sips(self)
    }
}

/// The SIPs of a set that an iterator has not returned yet.
#[derive(Clone)]
struct Sips(SipMask);

impl Iterator for Sips {
    type Item = Sip;

    #[inline]
    fn next(&mut self) -> Option<Sip> {
        let (sip, rest) = lowest(self.0.0)?;
        self.0 = SipMask(rest);
        Some(Sip::wrapping(sip))
    }
}

impl DoubleEndedIterator for Sips {
    #[inline]
    fn next_back(&mut self) -> Option<Sip> {
        let sip = Sip::new(self.0.0.checked_ilog2()?)?;
        self.0 -= sip.mask();
        Some(sip)
    }
}

impl BitAnd for SipMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SipMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for SipMask {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Set difference.
impl Sub for SipMask {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for SipMask {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for SipMask {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for SipMask {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for SipMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SipMask({:#010x})", self.0)
    }
}

impl fmt::Display for SipMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterates_in_ascending_order() {
        let mut sips = SipMask(0x8000_0101).iter().map(Sip::get);
        assert_eq!((sips.next(), sips.next(), sips.next(), sips.next()), (Some(0), Some(8), Some(31), None));
    }

    #[test]
    fn both_ends_meet() {
        let mut sips = SipMask(0x8000_0101).iter().map(Sip::get);
        assert_eq!((sips.next_back(), sips.next(), sips.next_back()), (Some(31), Some(0), Some(8)));
        assert_eq!((sips.next(), sips.next_back()), (None, None));
    }

    #[test]
    fn a_block_past_the_last_sip_is_empty() {
        let four = ThreadNum::new(4).unwrap();
        assert_eq!(SipMask::block(28, four), SipMask(0xF000_0000));
        assert_eq!(SipMask::block(32, four), SipMask::EMPTY);
    }

    #[test]
    fn places_are_aligned_and_whole() {
        let three = ThreadNum::new(3).unwrap();
        let mut places = SipMask(0xE00F_7070).blocks(three);
        assert_eq!(
            [places.next(), places.next(), places.next(), places.next()],
            [Some(SipMask(0x0070)), Some(SipMask(0x7000)), Some(SipMask(0x7_0000)), None]
        );
    }

    #[test]
    fn all_blocks_together() {
        for threads in ThreadNum::ALL {
            for mask in [0, u32::MAX, 0xE00F_7070, 0x7FFF_FFFE, 0x1FFF_1FFF, 0xF7FE_81FF] {
                let union = SipMask(mask).blocks(threads).fold(SipMask::EMPTY, |all, block| all | block);
                assert_eq!(SipMask(mask).in_blocks(threads), union, "{threads:?} in {mask:#x}");
            }
        }
    }

    #[test]
    fn difference_removes() {
        assert_eq!(SipMask(0b1110) - SipMask(0b0110), SipMask(0b1000));
        assert!(SipMask(0b1110).contains(SipMask(0b0110)));
        assert!(!SipMask(0b1110).contains(SipMask(0b0001)));
    }
}
