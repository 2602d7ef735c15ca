//! The two dies and their SIPs (scheduler.md §9.1).

use crate::{Sip, SipMask};

/// One of the two dies, each with half of the SIPs and its own VC pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Die {
    /// SIPs 0..=15.
    Low,
    /// SIPs 16..=31.
    High,
}

impl Die {
    /// Number of dies.
    pub const COUNT: usize = 2;
    /// Both dies, ascending.
    pub const BOTH: [Self; Self::COUNT] = [Self::Low, Self::High];
    /// SIPs of a die.
    const SIPS: u32 = (Sip::COUNT / Self::COUNT) as u32;

    /// Returns the die that holds the SIP.
    #[must_use]
    pub const fn from_sip(sip: Sip) -> Self {
        if sip.get() < Self::SIPS { Self::Low } else { Self::High }
    }

    /// Returns the SIPs of the die, present or not.
    #[must_use]
    pub const fn sips(self) -> SipMask {
        match self {
            Self::Low => SipMask::aligned_group(0, Self::SIPS),
            Self::High => SipMask::aligned_group(Self::SIPS, Self::SIPS),
        }
    }

    /// Returns the die as an index into a table with one element per die.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the bit of the die in a die mask, as in RSC_OPEN.DIE and VC requests.
    #[must_use]
    pub const fn bit(self) -> u8 {
        match self {
            Self::Low => 1,
            Self::High => 2,
        }
    }

    /// Returns the element of this die in a table with one element per die.
    #[must_use]
    pub const fn pick<T>(self, pair: &[T; Self::COUNT]) -> &T {
        match self {
            Self::Low => &pair[0],
            Self::High => &pair[1],
        }
    }

    /// Like [`Self::pick`], but returns a mutable reference.
    #[must_use]
    pub const fn pick_mut<T>(self, pair: &mut [T; Self::COUNT]) -> &mut T {
        match self {
            Self::Low => &mut pair[0],
            Self::High => &mut pair[1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Die;
    use crate::Sip;

    #[test]
    fn every_sip_is_on_the_die_that_contains_it() {
        for sip in Sip::all() {
            let [low, high] = Die::BOTH.map(|die| die.sips().contains(sip.mask()));
            assert_eq!((low, high), (Die::from_sip(sip) == Die::Low, Die::from_sip(sip) == Die::High));
        }
        assert_eq!(Die::Low.sips().0, 0x0000_FFFF);
    }

    #[test]
    fn pairs_bits_and_indices_agree() {
        let mut pair = [3, 4];
        for die in Die::BOTH {
            *die.pick_mut(&mut pair) += 10;
            assert_eq!(pair[die.index()], *die.pick(&pair));
            assert_eq!(die.bit(), 1 << die.index());
        }
        assert_eq!(pair, [13, 14]);
    }
}
