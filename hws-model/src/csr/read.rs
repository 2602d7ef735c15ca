//! What each register reads as.

use hws_regs::{BlockTriggerCnt, HwsParam0, HwsStatus, RegId, RsvThreadNum, SipLaunch};
use hws_types::{Die, Entry, Sip, SipMask};

use crate::Hws;

impl Hws {
    /// What a bus read of the register would give, without its effect. 0 for a write-only register.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::RegId;
    /// use hws_types::HdrPush;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.push_hdr(HdrPush::default())?;
    /// hws.advance(9, &mut (), &mut ()); // the rejection is a message
    /// let message = hws.peek(RegId::MihDataHi);
    /// assert_ne!(message, 0);
    /// assert_eq!(hws.read32(RegId::MihDataHi.offset()), Ok(message), "still there");
    /// assert_eq!(hws.peek(RegId::MihDataHi), 0, "the read has popped it");
    /// # Ok::<(), hws_model::Full>(())
    /// ```
    #[must_use]
    pub fn peek(&self, id: RegId) -> u32 {
        if let Some(value) = self.core.regs.read(id) {
            return value;
        }
        let (sips, counters) = (&self.core.sips, &self.counters);
        match id {
            RegId::HwsParam0 => self.param0().bits(),
            RegId::HwsStatus => self.status().bits(),
            RegId::SipPresentMask => self.core.topology().present().0,
            RegId::DagCmdStatus => self.commands.dag_status().bits(),
            RegId::BlockTriggerCnt(entry) => self.block_trigger_cnt(entry).bits(),
            RegId::HrmFwOwned => self.core.ownership.owned().0,
            RegId::HrmFwRefused => self.core.ownership.refused().0,
            RegId::MihStatus => self.mih.status().bits(),
            RegId::MihDataLo => self.mih.head().dw0,
            RegId::MihDataHi => self.mih.head().dw1,
            RegId::IrqStatus => self.irq_status().bits(),
            RegId::ErrStatus => self.errors.status().bits(),
            RegId::ErrFirst => self.errors.first().bits(),
            RegId::SipIdleMask => sips.idle().0,
            RegId::SipPreIdleMask => sips.pre_idle().0,
            RegId::SipReadyMask => self.core.ready().0,
            RegId::SipPendingMask => sips.pending().0,
            RegId::SipCountEnMask => sips.count_en().0,
            RegId::ReservedSipMask => self.core.reservations.all().0,
            RegId::SipRemainExecTime(sip) => self.group_remain(sip, 1),
            RegId::Grp2Remain(group) => self.group_remain(group, 2),
            RegId::Grp4Remain(group) => self.group_remain(group, 4),
            RegId::Grp8Remain(group) => self.group_remain(group, 8),
            RegId::Grp16Remain(group) => self.group_remain(group, 16),
            RegId::RsvThreadNum(sip) => self.rsv_thread_num(sip).bits(),
            RegId::SipLaunch(sip) => self.sip_launch(sip).bits(),
            RegId::VcPoolFree(die, half) => self.vc_pool_free(die, half),
            RegId::CntCycleLo => self.cycles_since_reset() as u32,
            RegId::CntCycleHi => self.cycle_hi,
            RegId::CntAttempt => counters.attempt.get(),
            RegId::CntFail => counters.fail.get(),
            RegId::CntLaunchR => counters.launch_r.get(),
            RegId::CntLaunchP => counters.launch_p.get(),
            RegId::CntLaunchO => counters.launch_o.get(),
            RegId::CntBackfill => counters.backfill.get(),
            RegId::CntEarly => counters.early.get(),
            RegId::CntPromote => counters.promote.get(),
            RegId::CntCancel => counters.cancel.get(),
            RegId::CntKernelDone => counters.kernel_done.get(),
            RegId::CntTaskReject => counters.task_reject.get(),
            RegId::CntMihDrop => counters.mih_drop.get(),
            _ => self.peek_page(id),
        }
    }

    /// The pages of tables, and the constants.
    fn peek_page(&self, id: RegId) -> u32 {
        self.peek_rs(id)
            .or_else(|| self.peek_dag(id))
            .or_else(|| self.peek_launch(id))
            .unwrap_or_else(|| if id.info().access.is_readable() { id.reset() } else { 0 })
    }

    /// N_RS and N_DAG are those of this instance; the rest of the parameters is the map's.
    fn param0(&self) -> HwsParam0 {
        HwsParam0::default().with_n_rs_masked(self.config.n_rs()).with_n_dag_masked(self.config.n_dag())
    }

    fn status(&self) -> HwsStatus {
        let rs = &self.core.rs;
        HwsStatus::from_bits(0)
            .with_attempt_busy(self.engine.is_busy())
            .with_loader_busy(self.loader.is_busy())
            .with_rs_empty(rs.valid().is_empty())
            .with_rs_full(rs.is_full())
            .with_cmd_pending_masked(self.commands.len() as u32)
            .with_rs_count_masked(rs.valid().len())
            .with_rtask_count_masked(rs.r_task_count())
            .with_hdr_count_masked(self.loader.hdr_count() as u32)
    }

    fn block_trigger_cnt(&self, entry: u8) -> BlockTriggerCnt {
        let kernel = self.core.rs.get(Entry::wrapping(u32::from(entry)));
        let count = kernel.map_or(0, |kernel| u32::from(kernel.trigger));
        BlockTriggerCnt::from_bits(0).with_count_masked(count)
    }

    fn group_remain(&self, group: u8, size: u32) -> u32 {
        self.core.sips.group_remain(u32::from(group) * size, size)
    }

    fn rsv_thread_num(&self, sip: u8) -> RsvThreadNum {
        let threads = self.core.reservations.threads(Sip::wrapping(u32::from(sip)));
        RsvThreadNum::from_bits(0).with_thread_num_masked(threads.map_or(0, |threads| threads.get()))
    }

    fn sip_launch(&self, sip: u8) -> SipLaunch {
        let sip = Sip::wrapping(u32::from(sip));
        let (running, pending) = (self.core.sips.running_launch(sip), self.core.sips.pending_launch(sip));
        SipLaunch::from_bits(0)
            .with_running_masked(running.map_or(0, |id| id.get()))
            .with_running_valid(running.is_some())
            .with_pending_masked(pending.map_or(0, |id| id.get()))
            .with_pending_valid(pending.is_some())
    }

    fn vc_pool_free(&self, die: u8, half: u8) -> u32 {
        let die = if die == 0 { Die::Low } else { Die::High };
        let free = self.core.pools.free(die);
        if half == 0 { free as u32 } else { (free >> 32) as u32 }
    }
}

/// Whether every logical SIP has a physical one of its own.
pub(crate) fn is_permutation(physical: impl Iterator<Item = u32>) -> bool {
    physical.fold(SipMask::EMPTY, |seen, sip| seen | Sip::wrapping(sip).mask()) == SipMask::ALL
}
