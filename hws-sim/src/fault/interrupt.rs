//! The interrupt line as firmware sees it.

use fw_api::Occasions;

use super::{FaultKind, FaultPlan};

/// The faults of the interrupt line.
#[derive(Clone, Debug)]
pub struct LineFaults {
    lost: Occasions,
    was_asserted: bool,
    is_hidden: bool,
}

impl LineFaults {
    /// The faults of the line in a plan.
    #[must_use]
    pub fn new(plan: &FaultPlan) -> Self {
        Self { lost: plan.occasions(FaultKind::LostInterrupt), was_asserted: false, is_hidden: false }
    }

    /// Returns whether firmware sees the line asserted, given whether it is. To be called at every change of the line at
    /// least. A lost interrupt is hidden for as long as the line stays asserted.
    pub fn sees(&mut self, is_asserted: bool) -> bool {
        if is_asserted && !self.was_asserted {
            self.is_hidden = self.lost.strikes().is_some();
        }
        self.was_asserted = is_asserted;
        is_asserted && !self.is_hidden
    }

    /// Returns how often an interrupt was lost.
    #[must_use]
    pub const fn struck(&self) -> u64 {
        self.lost.struck()
    }
}
