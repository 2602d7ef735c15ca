//! What the right design does not look at any more, and a wrong one may: the state at LATCH, kernels that have left.

use std::sync::Arc;

use hws_regs::RegFile;
use hws_types::SipMask;

use super::PlainHws;
use super::kernel::Kernel;
use super::sips::SipState;

/// Kept by the right machine, too, because a wrong one is split off from it; machines that are split off share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shadow {
    /// The state at the last LATCH.
    pub(super) latched: Arc<Latched>,
    /// The kernel that was in each entry before.
    pub(super) former: Arc<Vec<Option<Kernel>>>,
    /// The cycle of the last admission or rejection.
    pub(super) loaded_at: Option<u64>,
}

/// What LATCH could have sampled, but does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Latched {
    pub(super) regs: RegFile,
    pub(super) sips: Vec<SipState>,
    pub(super) reserved_all: SipMask,
    pub(super) idle: SipMask,
}

impl Shadow {
    pub(super) fn new(n_rs: usize) -> Self {
        let latched = Latched {
            regs: RegFile::reset(),
            sips: Vec::new(),
            reserved_all: SipMask::EMPTY,
            idle: SipMask::EMPTY,
        };
        Self { latched: Arc::new(latched), former: Arc::new(vec![None; n_rs]), loaded_at: None }
    }
}

impl PlainHws {
    pub(super) fn note_latch(&mut self) {
        self.shadow.latched = Arc::new(Latched {
            regs: self.regs,
            sips: self.sips.clone(),
            reserved_all: self.reserved_all,
            idle: self.idle(),
        });
    }
}
