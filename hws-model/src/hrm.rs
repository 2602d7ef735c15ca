//! The SIPs owned by firmware: the resource manager as an ownership mask (scheduler.md §8.4).
//!
//! Invariant: an owned SIP is idle and not reserved.

use hws_types::SipMask;

/// HRM_FW_OWNED and HRM_FW_REFUSED.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Ownership {
    owned: SipMask,
    refused: SipMask,
}

impl Ownership {
    pub(crate) const fn none() -> Self {
        Self { owned: SipMask::EMPTY, refused: SipMask::EMPTY }
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn restored(owned: SipMask, refused: SipMask) -> Self {
        Self { owned, refused }
    }

    pub(crate) const fn owned(&self) -> SipMask {
        self.owned
    }

    /// The SIPs that the last claim was refused.
    pub(crate) const fn refused(&self) -> SipMask {
        self.refused
    }

    /// Takes the SIPs of `wanted` that are `free` and not owned yet; returns the refused ones.
    pub(crate) fn claim(&mut self, wanted: SipMask, free: SipMask) -> SipMask {
        let granted = wanted & (free - self.owned);
        self.owned |= granted;
        self.refused = wanted - granted;
        self.refused
    }

    pub(crate) fn release(&mut self, sips: SipMask) {
        self.owned -= sips;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sips_already_owned_are_refused() {
        let mut hrm = Ownership::none();
        assert_eq!(hrm.claim(SipMask(0b1111), SipMask(0b0110)), SipMask(0b1001));
        assert_eq!(hrm.claim(SipMask(0b0110), SipMask::ALL), SipMask(0b0110));
        assert_eq!((hrm.owned(), hrm.refused()), (SipMask(0b0110), SipMask(0b0110)));
        hrm.release(SipMask(0b0010));
        assert_eq!(hrm.owned(), SipMask(0b0100));
    }
}
