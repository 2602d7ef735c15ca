//! The output paths of a launch (scheduler.md §6.2).

use hws_regs::{OutPath, RegFile};

use crate::kernel::Kernel;

/// The output paths that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paths {
    pub(crate) mdma: bool,
    pub(crate) mih: bool,
}

impl Paths {
    /// The paths by the descriptor and the present HWS_WORK_MODE.
    pub(crate) fn of(kernel: &Kernel, regs: &RegFile) -> Self {
        let mode = regs.hws_work_mode;
        let to_mih = mode.out_path() == OutPath::Mih;
        Self {
            mdma: kernel.td.out_path_mdma && !to_mih,
            mih: kernel.td.out_path_mih || to_mih || mode.report_en(),
        }
    }
}
