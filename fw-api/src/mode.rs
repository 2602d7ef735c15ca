//! The source of tasks, the destination of launches, and the master switch.

use hws_regs::{HwsCtrl, HwsWorkMode, InPath, OutPath};

use crate::{Bus, HwsDriver, Outcome, Refusal, Wait};

impl<B: Bus> HwsDriver<B> {
    /// Sets the two paths; REPORT_EN keeps its value.
    ///
    /// | in_path | out_path | effect |
    /// |---|---|---|
    /// | HDR | MDMA | tasks come from the HDR, commands go to the MDMA (the reset value) |
    /// | HDR | MIH | tasks come from the HDR; firmware gets a message for each block and starts it |
    /// | firmware | MDMA | tasks come from [`push_task`](Self::push_task), each is scheduled exactly once, however many blocks it has; commands go to the MDMA |
    /// | firmware | MIH | the same, but firmware gets a message for each block and starts it |
    ///
    /// A task keeps the source it was popped from. The output path is read when a block is launched,
    /// so an attempt in flight already uses the new one.
    ///
    /// Registers: read HWS_WORK_MODE, write HWS_WORK_MODE.
    ///
    /// # Errors
    /// Bus errors.
    #[doc(alias = "setHWSmode")]
    pub fn set_mode(&mut self, out_path: OutPath, in_path: InPath) -> Outcome<(), B> {
        self.begins("setHWSmode");
        self.modify((), |mode: HwsWorkMode| mode.with_out_path(out_path).with_in_path(in_path))
    }

    /// Sets whether launches and finishes are also reported by message while commands go to the MDMA.
    ///
    /// Registers: read HWS_WORK_MODE, write HWS_WORK_MODE.
    ///
    /// # Errors
    /// Bus errors.
    #[doc(alias = "enableHWSreportAmos")]
    pub fn set_report(&mut self, enable: bool) -> Outcome<(), B> {
        self.begins("enableHWSreportAmos");
        self.modify((), |mode: HwsWorkMode| mode.with_report_en(enable))
    }

    /// Returns the paths and REPORT_EN.
    ///
    /// Registers: read HWS_WORK_MODE.
    ///
    /// # Errors
    /// Bus errors.
    pub fn mode(&mut self) -> Outcome<HwsWorkMode, B> {
        self.begins("mode");
        self.read_mode()
    }

    /// HWS_WORK_MODE, as a part of another call.
    pub(crate) fn read_mode(&mut self) -> Outcome<HwsWorkMode, B> {
        self.read(())
    }

    /// Allows scheduling attempts to start.
    ///
    /// Registers: write HWS_CTRL (ENABLE), read HWS_CTRL.
    ///
    /// # Errors
    /// [`Refusal::MapNotPermutation`] if ENABLE stayed 0; ERR_STATUS.CFG is then set. Bus errors.
    pub fn enable(&mut self) -> Outcome<(), B> {
        self.begins("enable");
        self.write((), HwsCtrl::from_bits(0).with_enable(true))?;
        if self.read::<HwsCtrl>(())?.enable() {
            return Ok(());
        }
        Err(Refusal::MapNotPermutation.into())
    }

    /// Prevents new attempts from starting and waits until the one in flight has committed.
    ///
    /// SIPs keep running; loading, reports and commands continue too.
    ///
    /// Registers: write HWS_CTRL, poll HWS_STATUS until ATTEMPT_BUSY is 0.
    ///
    /// # Errors
    /// Timeout ([`Wait::AttemptCommitted`]); bus errors.
    pub fn disable(&mut self) -> Outcome<(), B> {
        self.begins("disable");
        self.write((), HwsCtrl::from_bits(0))?;
        self.wait(Wait::AttemptCommitted, |hws| {
            let busy = hws.read_status()?.attempt_busy();
            Ok((!busy).then_some(()))
        })
    }

    /// Returns whether attempts may start.
    ///
    /// Registers: read HWS_CTRL.
    ///
    /// # Errors
    /// Bus errors.
    pub fn is_enabled(&mut self) -> Outcome<bool, B> {
        self.begins("is_enabled");
        Ok(self.read::<HwsCtrl>(())?.enable())
    }
}
