//! Where tasks come from and where launches go, and the master switch.

use hws_regs::{HwsCtrl, HwsWorkMode, InPath, OutPath};

use crate::{Bus, HwsDriver, Outcome, Refusal, Wait};

impl<B: Bus> HwsDriver<B> {
    /// Chooses the two paths; REPORT_EN keeps its value.
    ///
    /// | in_path | out_path | what happens |
    /// |---|---|---|
    /// | HDR | MDMA | tasks come from the HDR, commands go to the MDMA (the reset value) |
    /// | HDR | MIH | tasks come from the HDR, firmware is told of each block and starts it itself |
    /// | firmware | MDMA | tasks come from [`push_task`](Self::push_task), each is scheduled exactly once, whatever its number of blocks; commands go to the MDMA |
    /// | firmware | MIH | the same, but firmware is told and starts the block itself |
    ///
    /// A task keeps the source it was popped from. The output path is looked at when a block is
    /// launched, so an attempt in flight already uses the new one.
    ///
    /// Registers: read HWS_WORK_MODE, write HWS_WORK_MODE.
    ///
    /// # Errors
    /// The bus's.
    #[doc(alias = "setHWSmode")]
    pub fn set_mode(&mut self, out_path: OutPath, in_path: InPath) -> Outcome<(), B> {
        self.modify((), |mode: HwsWorkMode| mode.with_out_path(out_path).with_in_path(in_path))
    }

    /// With `enable`, every launch and finish is also reported by message while commands go to the MDMA.
    ///
    /// Registers: read HWS_WORK_MODE, write HWS_WORK_MODE.
    ///
    /// # Errors
    /// The bus's.
    #[doc(alias = "enableHWSreportAmos")]
    pub fn set_report(&mut self, enable: bool) -> Outcome<(), B> {
        self.modify((), |mode: HwsWorkMode| mode.with_report_en(enable))
    }

    /// The paths and REPORT_EN as they are.
    ///
    /// Registers: read HWS_WORK_MODE.
    ///
    /// # Errors
    /// The bus's.
    pub fn mode(&mut self) -> Outcome<HwsWorkMode, B> {
        self.read(())
    }

    /// Lets scheduling attempts start.
    ///
    /// Registers: write HWS_CTRL (ENABLE), read HWS_CTRL.
    ///
    /// # Errors
    /// [`Refusal::MapNotPermutation`] when the switch stayed off; ERR_STATUS.CFG is then set. The bus's.
    pub fn enable(&mut self) -> Outcome<(), B> {
        self.write((), HwsCtrl::from_bits(0).with_enable(true))?;
        if self.read::<HwsCtrl>(())?.enable() {
            return Ok(());
        }
        Err(Refusal::MapNotPermutation.into())
    }

    /// Keeps new attempts from starting and waits until the one in flight has committed.
    ///
    /// SIPs go on with what they run; loading, reports and commands go on too.
    ///
    /// Registers: write HWS_CTRL, poll HWS_STATUS until ATTEMPT_BUSY is 0.
    ///
    /// # Errors
    /// Timeout ([`Wait::AttemptCommitted`]); the bus's.
    pub fn disable(&mut self) -> Outcome<(), B> {
        self.write((), HwsCtrl::from_bits(0))?;
        self.wait(Wait::AttemptCommitted, |hws| {
            let busy = hws.status()?.attempt_busy();
            Ok((!busy).then_some(()))
        })
    }

    /// Whether attempts may start.
    ///
    /// Registers: read HWS_CTRL.
    ///
    /// # Errors
    /// The bus's.
    pub fn is_enabled(&mut self) -> Outcome<bool, B> {
        Ok(self.read::<HwsCtrl>(())?.enable())
    }
}
