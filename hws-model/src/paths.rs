//! The output paths of a launch (scheduler.md §6.2).

use hws_regs::{OutPath, RegFile};

use crate::kernel::Kernel;

/// The output paths that are on, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Paths(u8);

impl Paths {
    const MDMA: u8 = 1;
    const MIH: u8 = 2;

    pub(crate) const fn new(mdma: bool, mih: bool) -> Self {
        Self(Self::MDMA * mdma as u8 + Self::MIH * mih as u8)
    }

    /// The paths by the descriptor and the present HWS_WORK_MODE.
    pub(crate) fn of(kernel: &Kernel, regs: &RegFile) -> Self {
        let mode = regs.hws_work_mode;
        let to_mih = mode.out_path() == OutPath::Mih;
        Self::new(kernel.td.out_path_mdma && !to_mih, kernel.td.out_path_mih || to_mih || mode.report_en())
    }

    /// Whether commands are sent.
    pub(crate) const fn mdma(self) -> bool {
        self.0 & Self::MDMA != 0
    }

    /// Whether messages are sent.
    pub(crate) const fn mih(self) -> bool {
        self.0 & Self::MIH != 0
    }
}
