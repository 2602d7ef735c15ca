//! The two dies, and which SIPs they hold.

use hws_types::SipMask;

/// One of the two dies: SIPs 0..15 and 16..31.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Die {
    Low,
    High,
}

impl Die {
    pub(crate) const BOTH: [Self; 2] = [Self::Low, Self::High];

    /// The die of a SIP position.
    pub(crate) const fn of(position: u32) -> Self {
        if position < SIPS_PER_DIE { Self::Low } else { Self::High }
    }

    pub(crate) const fn sips(self) -> SipMask {
        match self {
            Self::Low => SipMask(u16::MAX as u32),
            Self::High => SipMask(!(u16::MAX as u32)),
        }
    }

    /// The element of a pair that has one for each die.
    pub(crate) const fn pick<T>(self, pair: &[T; 2]) -> &T {
        match self {
            Self::Low => &pair[0],
            Self::High => &pair[1],
        }
    }

    pub(crate) const fn pick_mut<T>(self, pair: &mut [T; 2]) -> &mut T {
        match self {
            Self::Low => &mut pair[0],
            Self::High => &mut pair[1],
        }
    }

    /// Bit of the die in a die mask.
    pub(crate) const fn bit(self) -> u8 {
        match self {
            Self::Low => 1,
            Self::High => 2,
        }
    }
}

const SIPS_PER_DIE: u32 = 16;
