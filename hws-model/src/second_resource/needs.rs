//! Which second resources a block takes: by the descriptor, at admission, for a reservation.

use hws_types::TaskDescriptor;

/// How a kernel gets its VCs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcNeed {
    None,
    /// By grants of firmware.
    Granted,
    /// From the pools of the HWS: a run of this many.
    Pool(u8),
}

/// Which second resources each block of a kernel takes.
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

    /// At admission only VC runs count, taken from two empty pools (§2.3).
    pub(crate) const fn at_admission(td: &TaskDescriptor) -> Self {
        match Self::of(td).vc {
            VcNeed::Pool(num) => Self { l2: false, vc: VcNeed::Pool(num) },
            VcNeed::None | VcNeed::Granted => Self::NOTHING,
        }
    }

    /// For reservations an HWS-managed pool counts as open: it refills by itself (§6.6).
    pub(crate) const fn for_reservation(self) -> Self {
        match self.vc {
            VcNeed::Pool(_) => Self { l2: self.l2, vc: VcNeed::None },
            VcNeed::None | VcNeed::Granted => self,
        }
    }
}
