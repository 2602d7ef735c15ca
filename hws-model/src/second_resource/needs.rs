//! The second resources that a block takes (scheduler.md §9.1): at a launch, in the check of admission, and for
//! a reservation.

use hws_types::TaskDescriptor;

/// How a kernel gets its VCs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcNeed {
    None,
    /// A grant of firmware for each block.
    Granted,
    /// A run of this many VCs for each block, from the pools of the HWS.
    Pool(u8),
}

/// The second resources that each block of a kernel takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Needs {
    pub(crate) l2: bool,
    pub(crate) vc: VcNeed,
}

impl Needs {
    pub(crate) const NOTHING: Self = Self { l2: false, vc: VcNeed::None };

    pub(crate) const fn of(td: &TaskDescriptor) -> Self {
        let vc = match (td.enable_vc_alloc, td.vc_hw_alloc) {
            (false, _) => VcNeed::None,
            (true, false) => VcNeed::Granted,
            (true, true) => VcNeed::Pool(td.cdte_vc_num),
        };
        Self { l2: td.enable_l2_alloc, vc }
    }

    /// At admission only runs of VCs count, and both pools are unused (§2.3).
    pub(crate) const fn at_admission(td: &TaskDescriptor) -> Self {
        match Self::of(td).vc {
            VcNeed::Pool(num) => Self { l2: false, vc: VcNeed::Pool(num) },
            VcNeed::None | VcNeed::Granted => Self::NOTHING,
        }
    }

    /// For reservations a pool of the HWS counts as open, because it refills by itself (§6.6).
    pub(crate) const fn for_reservation(self) -> Self {
        match self.vc {
            VcNeed::Pool(_) => Self { l2: self.l2, vc: VcNeed::None },
            VcNeed::None | VcNeed::Granted => self,
        }
    }
}
