//! The performance counters, read as one value.

use hws_regs::{
    CntAttempt, CntBackfill, CntCancel, CntCycleHi, CntCycleLo, CntEarly, CntFail, CntKernelDone, CntLaunchO,
    CntLaunchP, CntLaunchR, CntMihDrop, CntPromote, CntTaskReject,
};

use crate::{Bus, HwsDriver, Outcome};

/// The counters since the last reset. All but `cycles` wrap at 32 bits; compare them by wrapping subtraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Ticks.
    pub cycles: u64,
    /// Attempts that committed.
    pub attempts: u32,
    /// Attempts that chose nothing.
    pub failed: u32,
    /// Launches from the R-pool.
    pub launches_r: u32,
    /// Launches from the P-pool.
    pub launches_p: u32,
    /// Launches from the O-pool.
    pub launches_o: u32,
    /// Launches of other kernels on a reserved SIP.
    pub backfills: u32,
    /// Launches with a block on a SIP that was not idle.
    pub early: u32,
    /// Promotions.
    pub promotions: u32,
    /// Reservations cancelled.
    pub cancels: u32,
    /// Kernels done.
    pub kernels_done: u32,
    /// Tasks rejected.
    pub tasks_rejected: u32,
    /// Messages dropped.
    pub messages_dropped: u32,
}

impl<B: Bus> HwsDriver<B> {
    /// Reads every counter, one after the other, so the values are not from a single cycle.
    ///
    /// Registers: read CNT_CYCLE_LO, CNT_CYCLE_HI, CNT_ATTEMPT, CNT_FAIL, CNT_LAUNCH_R, CNT_LAUNCH_P,
    /// CNT_LAUNCH_O, CNT_BACKFILL, CNT_EARLY, CNT_PROMOTE, CNT_CANCEL, CNT_KERNEL_DONE,
    /// CNT_TASK_REJECT, CNT_MIH_DROP.
    ///
    /// # Errors
    /// Bus errors.
    pub fn counters(&mut self) -> Outcome<Counters, B> {
        self.begins("counters");
        Ok(Counters {
            cycles: self.read_cycles()?,
            attempts: self.read::<CntAttempt>(())?.value(),
            failed: self.read::<CntFail>(())?.value(),
            launches_r: self.read::<CntLaunchR>(())?.value(),
            launches_p: self.read::<CntLaunchP>(())?.value(),
            launches_o: self.read::<CntLaunchO>(())?.value(),
            backfills: self.read::<CntBackfill>(())?.value(),
            early: self.read::<CntEarly>(())?.value(),
            promotions: self.read::<CntPromote>(())?.value(),
            cancels: self.read::<CntCancel>(())?.value(),
            kernels_done: self.read::<CntKernelDone>(())?.value(),
            tasks_rejected: self.read::<CntTaskReject>(())?.value(),
            messages_dropped: self.read::<CntMihDrop>(())?.value(),
        })
    }

    /// Returns the ticks since the last reset. Reading the low word latches the high one, so the two
    /// are consistent.
    ///
    /// Registers: read CNT_CYCLE_LO, CNT_CYCLE_HI.
    ///
    /// # Errors
    /// Bus errors.
    pub fn cycles(&mut self) -> Outcome<u64, B> {
        self.begins("cycles");
        self.read_cycles()
    }

    fn read_cycles(&mut self) -> Outcome<u64, B> {
        let low = self.read::<CntCycleLo>(())?.value();
        let high = self.read::<CntCycleHi>(())?.value();
        Ok(u64::from(high) << u32::BITS | u64::from(low))
    }
}
