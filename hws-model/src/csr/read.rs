//! The value that each register reads.

use hws_regs::{HwsParam0, HwsStatus, RegFile, RegId, RegIndex, RsvThreadNum, SipLaunch, StateReg, params};
use hws_types::{Die, Entry, LaunchId, Sip, SipMask};

use super::{page_dag, page_launch, page_rs};
use crate::Hws;
use crate::dag_table::{Dag, DagSlot};
use crate::kernel::Kernel;
use crate::launch_table::Launch;

type EntryIndex = RegIndex<{ params::N_RS }>;
type SlotIndex = RegIndex<{ params::N_DAG }>;
type LaunchIndex = RegIndex<{ params::N_LAUNCH }>;
type SipIndex = RegIndex<{ params::N_SIP }>;

impl Hws {
    /// Returns the value that a bus read of the register would return, without the effect of the read; 0 for a
    /// write-only register.
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
    /// # Ok::<(), hws_model::HdrRefused>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn peek(&self, id: RegId) -> u32 {
        self.value(id).unwrap_or(0)
    }

    /// Returns every RW register that the HWS stores, as [`Hws::peek`] would show them one at a time.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::PTopK;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), PTopK::default().with_k(3).unwrap(), &mut ())?;
    /// assert_eq!(hws.registers().p_top_k.k(), 3);
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[must_use]
    pub const fn registers(&self) -> &RegFile {
        &self.tables.regs
    }

    /// As [`Hws::peek`]; `None` for a write-only register, which neither is stored nor returns state.
    // Always inline, as are the matches within: observers name the register, and are left with one arm.
    #[inline(always)]
    pub(super) fn value(&self, id: RegId) -> Option<u32> {
        match id.state() {
            Some(state) => Some(self.state(id, state)),
            None => self.tables.regs.read(id),
        }
    }

    /// The value that the hardware provides. There is no wildcard: after a register is added to the map, this does
    /// not compile until its value is given here.
    #[inline(always)]
    fn state(&self, id: RegId, state: StateReg) -> u32 {
        let (sips, counters) = (&self.tables.sips, &self.counters);
        match state {
            // Constants of the map.
            StateReg::HwsId | StateReg::HwsVersion | StateReg::HwsParam1 => id.reset(),
            StateReg::HwsParam0 => self.param0().bits(),
            StateReg::HwsStatus => self.status().bits(),
            StateReg::SipPresentMask => self.tables.present().0,
            StateReg::DagCmdStatus => self.commands.dag_status().bits(),
            StateReg::BlockTriggerCnt(i) => self.of_kernel(i, |kernel| page_rs::trigger(kernel).bits()),
            StateReg::HrmFwOwned => self.tables.ownership.owned().0,
            StateReg::HrmFwRefused => self.tables.ownership.refused().0,
            StateReg::MihStatus => self.mih.status().bits(),
            StateReg::MihDataLo => self.mih.head().dw0,
            StateReg::MihDataHi => self.mih.head().dw1,
            StateReg::IrqStatus => self.irq_status().bits(),
            StateReg::ErrStatus => self.errors.status().bits(),
            StateReg::ErrFirst => self.errors.first().bits(),
            StateReg::SipIdleMask => sips.idle().0,
            StateReg::SipPreIdleMask => sips.pre_idle().0,
            StateReg::SipReadyMask => self.tables.ready().0,
            StateReg::SipPendingMask => sips.pending().0,
            StateReg::SipCountEnMask => sips.count_en().0,
            StateReg::ReservedSipMask => self.tables.reservations.all().0,
            StateReg::SipRemainExecTime(sip) => self.group_remain(sip.get(), 1),
            StateReg::Grp2Remain(group) => self.group_remain(group.get(), 2),
            StateReg::Grp4Remain(group) => self.group_remain(group.get(), 4),
            StateReg::Grp8Remain(group) => self.group_remain(group.get(), 8),
            StateReg::Grp16Remain(group) => self.group_remain(group.get(), 16),
            StateReg::RsvThreadNum(sip) => self.rsv_thread_num(sip).bits(),
            StateReg::SipLaunch(sip) => self.sip_launch(sip).bits(),
            StateReg::VcPoolFree(die, half) => self.vc_pool_free(die.get(), half.get()),
            StateReg::CntCycleLo => self.cycles_since_reset() as u32,
            StateReg::CntCycleHi => self.cycle_hi,
            StateReg::CntAttempt => counters.attempt.get(),
            StateReg::CntFail => counters.fail.get(),
            StateReg::CntLaunchR => counters.launch_r.get(),
            StateReg::CntLaunchP => counters.launch_p.get(),
            StateReg::CntLaunchO => counters.launch_o.get(),
            StateReg::CntBackfill => counters.backfill.get(),
            StateReg::CntEarly => counters.early.get(),
            StateReg::CntPromote => counters.promote.get(),
            StateReg::CntCancel => counters.cancel.get(),
            StateReg::CntKernelDone => counters.kernel_done.get(),
            StateReg::CntTaskReject => counters.task_reject.get(),
            StateReg::CntMihDrop => counters.mih_drop.get(),
            StateReg::RsFlags(i) => self.of_kernel(i, |kernel| page_rs::flags(kernel).bits()),
            StateReg::RsKernelId(i) => self.of_kernel(i, |kernel| kernel.td.kernel_id),
            StateReg::RsKernelSeq(i) => self.of_kernel(i, |kernel| kernel.seq32()),
            StateReg::RsIds(i) => self.of_kernel(i, |kernel| page_rs::ids(kernel).bits()),
            StateReg::RsDims(i) => self.of_kernel(i, |kernel| page_rs::dims(kernel).bits()),
            StateReg::RsProgress(i) => self.of_kernel(i, |kernel| page_rs::progress(kernel).bits()),
            StateReg::RsOfflinePriority(i) => self.of_kernel(i, |kernel| kernel.offline_priority),
            StateReg::RsOnlinePriority(i) => self.of_kernel(i, |kernel| kernel.online_priority),
            StateReg::RsAffinity(i) => self.of_kernel(i, |kernel| kernel.td.affinity),
            StateReg::RsEstExecTime(i) => self.of_kernel(i, |kernel| kernel.td.est_exec_time),
            StateReg::RsFail(i) => self.of_kernel(i, |kernel| page_rs::fail(kernel).bits()),
            StateReg::RsReserved(i) => self.of_kernel(i, |kernel| kernel.reserved.0),
            StateReg::RsAgeRow(i) => self.of_kernel(i, |_| self.tables.rs.younger(entry(i)).0),
            StateReg::RsRscOpen(i) => self.of_kernel(i, |kernel| self.rsc_open(kernel).bits()),
            StateReg::RsRscReq(i) => self.of_kernel(i, |kernel| page_rs::rsc_req(kernel).bits()),
            StateReg::DagFlags(i) => self.of_dag(i, |dag| page_dag::flags(dag).bits()),
            StateReg::DagTotal(i) => self.of_dag(i, |dag| dag.total),
            StateReg::DagFinish(i) => self.of_dag(i, |dag| dag.finish),
            StateReg::DagCpPriority(i) => self.of_dag(i, |dag| dag.cp_priority),
            StateReg::DagTopOffline(i) => self.of_dag(i, |_| self.top_offline(slot(i))),
            StateReg::LaunchInfo(i) => self.of_launch(i, |launch| page_launch::info(launch).bits()),
            StateReg::LaunchSipMask(i) => self.of_launch(i, |launch| launch.mask.0),
            StateReg::LaunchDoneMask(i) => self.of_launch(i, |launch| launch.done.0),
            StateReg::LaunchKernelSeq(i) => self.of_launch(i, |launch| launch.kernel_seq),
        }
    }

    /// N_RS and N_DAG of this instance; the other fields have the parameters of the map.
    fn param0(&self) -> HwsParam0 {
        HwsParam0::default().with_n_rs_masked(self.config.n_rs()).with_n_dag_masked(self.config.n_dag())
    }

    fn status(&self) -> HwsStatus {
        let rs = &self.tables.rs;
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

    /// A word of the RS page; 0 when the entry is not valid.
    fn of_kernel(&self, index: EntryIndex, word: impl FnOnce(&Kernel) -> u32) -> u32 {
        self.tables.rs.get(entry(index)).map_or(0, word)
    }

    /// A word of the DAG page; 0 when the slot is not valid.
    fn of_dag(&self, index: SlotIndex, word: impl FnOnce(&Dag) -> u32) -> u32 {
        self.tables.dags.get(slot(index)).map_or(0, word)
    }

    /// A word of the LAUNCH page; 0 when the entry is not valid.
    fn of_launch(&self, index: LaunchIndex, word: impl FnOnce(&Launch) -> u32) -> u32 {
        self.tables.launches.get(LaunchId::wrapping(index.get())).map_or(0, word)
    }

    #[inline]
    fn group_remain(&self, group: u32, size: u32) -> u32 {
        self.tables.sips.group_remain(group * size, size)
    }

    #[inline]
    fn rsv_thread_num(&self, sip: SipIndex) -> RsvThreadNum {
        let threads = self.tables.reservations.threads(Sip::wrapping(sip.get()));
        RsvThreadNum::from_bits(0).with_thread_num_masked(threads.map_or(0, |threads| threads.get()))
    }

    #[inline]
    fn sip_launch(&self, sip: SipIndex) -> SipLaunch {
        let sip = Sip::wrapping(sip.get());
        let (running, pending) = (self.tables.sips.running_launch(sip), self.tables.sips.pending_launch(sip));
        SipLaunch::from_bits(0)
            .with_running_masked(running.map_or(0, |id| id.get()))
            .with_running_valid(running.is_some())
            .with_pending_masked(pending.map_or(0, |id| id.get()))
            .with_pending_valid(pending.is_some())
    }

    fn vc_pool_free(&self, die: u32, half: u32) -> u32 {
        let die = if die == 0 { Die::Low } else { Die::High };
        let free = self.tables.vc_pools.free(die);
        if half == 0 { free as u32 } else { (free >> 32) as u32 }
    }
}

fn entry(index: EntryIndex) -> Entry {
    Entry::wrapping(index.get())
}

fn slot(index: SlotIndex) -> DagSlot {
    DagSlot::wrapping(index.get())
}

/// Whether no two logical SIPs share a physical one.
pub(crate) fn is_permutation(physical: impl Iterator<Item = u32>) -> bool {
    physical.fold(SipMask::EMPTY, |seen, sip| seen | Sip::wrapping(sip).mask()) == SipMask::ALL
}
