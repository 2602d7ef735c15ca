//! The value that each register reads (registers.md).

use hws_regs::{
    BlockTriggerCnt, DagFlags, HwsParam0, HwsStatus, LaunchInfo, MihStatus, RegId, RegIndex, RsDims, RsFail,
    RsFlags, RsIds, RsProgress, RsRscOpen, RsRscReq, RsvThreadNum, SipLaunch, StateReg,
    params::{self, N_DAG, N_LAUNCH, N_RS},
};
use hws_types::Source;

use super::PlainHws;
use super::dags::DagSlot;
use super::kernel::Kernel;
use super::sips::Launch;

/// The COUNTER page without the cycle count: 32 bits, wrapping.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    pub(super) attempt: u32,
    pub(super) fail: u32,
    pub(super) launch_r: u32,
    pub(super) launch_p: u32,
    pub(super) launch_o: u32,
    pub(super) backfill: u32,
    pub(super) early: u32,
    pub(super) promote: u32,
    pub(super) cancel: u32,
    pub(super) kernel_done: u32,
    pub(super) task_reject: u32,
    pub(super) mih_drop: u32,
}

impl PlainHws {
    /// Returns the value that a bus read would return, without its effect; 0 for a write-only register.
    #[must_use]
    pub fn peek(&self, id: RegId) -> u32 {
        let _scope = self.enter();
        match id.state() {
            Some(state) => self.peek_state(id, state),
            None => self.regs.read(id).unwrap_or(0),
        }
    }

    /// Every register that is not storage, page by page. There is no wildcard: after a register is added to the
    /// map, this does not compile until its value is given here.
    fn peek_state(&self, id: RegId, state: StateReg) -> u32 {
        let counters = &self.counters;
        match state {
            // CTRL
            StateReg::HwsId | StateReg::HwsVersion | StateReg::HwsParam1 => id.reset(),
            StateReg::HwsParam0 => self.param0().bits(),
            StateReg::HwsStatus => self.status().bits(),
            StateReg::SipPresentMask => self.present().0,
            // DOORBELL
            StateReg::DagCmdStatus => self.dag_cmd_status.bits(),
            StateReg::HrmFwOwned => self.fw_owned.0,
            StateReg::HrmFwRefused => self.fw_refused.0,
            StateReg::BlockTriggerCnt(entry) => self.in_entry(entry, |kernel| trigger(kernel).bits()),
            // MIH_IRQ_ERR
            StateReg::MihStatus => self.mih_status().bits(),
            StateReg::MihDataLo => self.mih_fifo.front().map_or(0, |message| message.dw0),
            StateReg::MihDataHi => self.mih_fifo.front().map_or(0, |message| message.dw1),
            StateReg::IrqStatus => self.irq_status().bits(),
            StateReg::ErrStatus => self.err_status,
            StateReg::ErrFirst => self.err_first.bits(),
            // STATUS
            StateReg::SipIdleMask => self.idle().0,
            StateReg::SipPreIdleMask => self.pre_idle().0,
            StateReg::SipReadyMask => self.ready().0,
            StateReg::SipPendingMask => self.sips_that(|sip| sip.pending.is_some()).0,
            StateReg::SipCountEnMask => self.sips_that(|sip| sip.count_en).0,
            StateReg::ReservedSipMask => self.reserved_all.0,
            StateReg::SipRemainExecTime(sip) => self.sips[usize::from(sip)].remain,
            StateReg::Grp2Remain(group) => self.group_remain(u32::from(group) * 2, 2),
            StateReg::Grp4Remain(group) => self.group_remain(u32::from(group) * 4, 4),
            StateReg::Grp8Remain(group) => self.group_remain(u32::from(group) * 8, 8),
            StateReg::Grp16Remain(group) => self.group_remain(u32::from(group) * 16, 16),
            StateReg::SipLaunch(sip) => self.sip_launch(sip.into()).bits(),
            StateReg::RsvThreadNum(sip) => self.rsv_thread_num(sip.into()).bits(),
            StateReg::VcPoolFree(die, half) => self.free_vcs(die.into(), usize::from(half) * 32),
            // COUNTER
            StateReg::CntCycleLo => self.ticks_since_reset as u32,
            StateReg::CntCycleHi => self.cycle_hi,
            StateReg::CntAttempt => counters.attempt,
            StateReg::CntFail => counters.fail,
            StateReg::CntLaunchR => counters.launch_r,
            StateReg::CntLaunchP => counters.launch_p,
            StateReg::CntLaunchO => counters.launch_o,
            StateReg::CntBackfill => counters.backfill,
            StateReg::CntEarly => counters.early,
            StateReg::CntPromote => counters.promote,
            StateReg::CntCancel => counters.cancel,
            StateReg::CntKernelDone => counters.kernel_done,
            StateReg::CntTaskReject => counters.task_reject,
            StateReg::CntMihDrop => counters.mih_drop,
            // RS
            StateReg::RsFlags(entry) => self.in_entry(entry, |kernel| rs_flags(kernel).bits()),
            StateReg::RsKernelId(entry) => self.in_entry(entry, |kernel| kernel.td.kernel_id),
            StateReg::RsKernelSeq(entry) => self.in_entry(entry, |kernel| kernel.seq),
            StateReg::RsIds(entry) => self.in_entry(entry, |kernel| rs_ids(kernel).bits()),
            StateReg::RsDims(entry) => self.in_entry(entry, |kernel| rs_dims(kernel).bits()),
            StateReg::RsProgress(entry) => self.in_entry(entry, |kernel| rs_progress(kernel).bits()),
            StateReg::RsOfflinePriority(entry) => self.in_entry(entry, |kernel| kernel.offline_priority),
            StateReg::RsOnlinePriority(entry) => self.in_entry(entry, |kernel| kernel.online_priority),
            StateReg::RsAffinity(entry) => self.in_entry(entry, |kernel| kernel.td.affinity),
            StateReg::RsEstExecTime(entry) => self.in_entry(entry, |kernel| kernel.td.est_exec_time),
            StateReg::RsFail(entry) => self.in_entry(entry, |kernel| rs_fail(kernel).bits()),
            StateReg::RsReserved(entry) => self.in_entry(entry, |kernel| kernel.reserved.0),
            StateReg::RsAgeRow(entry) => self.in_entry(entry, |kernel| self.age_row(kernel)),
            StateReg::RsRscOpen(entry) => self.in_entry(entry, |kernel| self.rs_rsc_open(kernel).bits()),
            StateReg::RsRscReq(entry) => self.in_entry(entry, |kernel| rs_rsc_req(kernel).bits()),
            // DAG
            StateReg::DagFlags(slot) => self.in_slot(slot, |dag| dag_flags(dag).bits()),
            StateReg::DagTotal(slot) => self.in_slot(slot, |dag| dag.total),
            StateReg::DagFinish(slot) => self.in_slot(slot, |dag| dag.finish),
            StateReg::DagCpPriority(slot) => self.in_slot(slot, |dag| dag.cp_priority),
            StateReg::DagTopOffline(slot) => self.top_offline(slot.into()),
            // LAUNCH
            StateReg::LaunchInfo(entry) => self.in_launch(entry, |launch| launch_info(launch).bits()),
            StateReg::LaunchSipMask(entry) => self.in_launch(entry, |launch| launch.sips.0),
            StateReg::LaunchDoneMask(entry) => self.in_launch(entry, |launch| launch.done.0),
            StateReg::LaunchKernelSeq(entry) => self.in_launch(entry, |launch| launch.kernel_seq),
        }
    }

    /// A word of the RS page; 0 when the entry is not valid.
    fn in_entry(&self, entry: RegIndex<N_RS>, word: impl FnOnce(&Kernel) -> u32) -> u32 {
        self.kernel_at(entry).map_or(0, word)
    }

    /// A word of the DAG page; 0 when the slot is not valid.
    fn in_slot(&self, slot: RegIndex<N_DAG>, word: impl FnOnce(&DagSlot) -> u32) -> u32 {
        self.dag.get(slot.index()).and_then(Option::as_ref).map_or(0, word)
    }

    /// A word of the LAUNCH page; 0 when the entry is not valid.
    fn in_launch(&self, entry: RegIndex<N_LAUNCH>, word: impl FnOnce(&Launch) -> u32) -> u32 {
        self.launches[entry.index()].as_ref().map_or(0, word)
    }

    fn param0(&self) -> HwsParam0 {
        let sizes = HwsParam0::default().with_n_rs_masked(self.config.n_rs());
        sizes.with_n_dag_masked(self.config.n_dag())
    }

    fn status(&self) -> HwsStatus {
        let resident = self.kernels().count();
        let r_tasks = self.kernels().filter(|(_, kernel)| kernel.r_flag).count();
        HwsStatus::from_bits(0)
            .with_attempt_busy(self.attempt.is_some())
            .with_loader_busy(self.loading.is_some())
            .with_rs_empty(resident == 0)
            .with_rs_full(resident == self.ready_station.len())
            .with_cmd_pending_masked(self.commands.len() as u32)
            .with_rs_count_masked(resident as u32)
            .with_rtask_count_masked(r_tasks as u32)
            .with_hdr_count_masked(self.hdr_fifo.len() as u32)
    }

    fn mih_status(&self) -> MihStatus {
        let count = self.mih_fifo.len();
        MihStatus::from_bits(0)
            .with_count_masked(count as u32)
            .with_empty(count == 0)
            .with_full(count == params::MIH_FIFO)
    }

    fn rsv_thread_num(&self, sip: usize) -> RsvThreadNum {
        RsvThreadNum::from_bits(0).with_thread_num_masked(self.sips[sip].rsv_thread_num)
    }

    fn sip_launch(&self, sip: usize) -> SipLaunch {
        let (running, pending) = (self.sips[sip].running, self.sips[sip].pending);
        SipLaunch::from_bits(0)
            .with_running_valid(running.is_some())
            .with_running_masked(running.unwrap_or(0) as u32)
            .with_pending_valid(pending.is_some())
            .with_pending_masked(pending.unwrap_or(0) as u32)
    }

    fn free_vcs(&self, die: usize, first: usize) -> u32 {
        (0..32).filter(|&vc| self.vc_pools[die].is_free[first + vc]).fold(0, |bits, vc| bits | 1 << vc)
    }

    fn kernel_at(&self, entry: RegIndex<N_RS>) -> Option<&Kernel> {
        self.ready_station.get(entry.index())?.as_ref()
    }

    /// Bit j: this entry is older than valid entry j.
    fn age_row(&self, kernel: &Kernel) -> u32 {
        let is_younger =
            |other: &Kernel| rule!(AgeRowReversed, kernel.is_older_than(other), other.is_older_than(kernel));
        let counts = |other: &Kernel| rule!(AgeRowSkipsR, true, !other.r_flag);
        let younger = self.kernels().filter(|(_, other)| counts(other) && is_younger(other));
        younger.fold(0, |bits, (entry, _)| bits | 1 << entry)
    }

    fn rs_rsc_open(&self, kernel: &Kernel) -> RsRscOpen {
        let (vgs, dies) = self.open_places(kernel);
        RsRscOpen::from_bits(0).with_vg_masked(vgs).with_die_masked(dies)
    }

    /// The highest offline_priority of the slot's resident non-R kernels, 0 if none.
    fn top_offline(&self, slot: usize) -> u32 {
        let counts =
            |kernel: &Kernel| rule!(TopOfflineOfR, !kernel.r_flag, true) && kernel.dag_slot == Some(slot);
        let members = self.kernels().filter(|(_, kernel)| counts(kernel));
        members.map(|(_, kernel)| kernel.offline_priority).max().unwrap_or(0)
    }
}

/// A read of the command register returns COUNT alone.
fn trigger(kernel: &Kernel) -> BlockTriggerCnt {
    BlockTriggerCnt::from_bits(0).with_count_masked(kernel.trigger)
}

fn rs_flags(kernel: &Kernel) -> RsFlags {
    RsFlags::from_bits(0)
        .with_valid(true)
        .with_r_flag(kernel.r_flag)
        .with_on_cp(kernel.td.on_cp)
        .with_coop(kernel.td.coop)
        .with_out_mdma(kernel.td.out_path_mdma)
        .with_out_mih(kernel.td.out_path_mih)
        .with_src(kernel.is_from_firmware())
        .with_sip_alloc(kernel.td.enable_sip_alloc)
        .with_l2_alloc(kernel.td.enable_l2_alloc)
        .with_vc_alloc(kernel.td.enable_vc_alloc)
        .with_dag_slot_masked(kernel.dag_slot.unwrap_or(0) as u32)
        .with_dag_slot_valid(kernel.dag_slot.is_some())
        .with_ctx_masked(kernel.ctx as u32)
}

fn rs_ids(kernel: &Kernel) -> RsIds {
    RsIds::from_bits(0)
        .with_hdr_entry_id_masked(kernel.ids.hdr_entry_id.into())
        .with_hdr_id_masked(kernel.ids.hdr_id.into())
        .with_dag_tag_masked(kernel.td.dag_tag.into())
}

fn rs_dims(kernel: &Kernel) -> RsDims {
    RsDims::from_bits(0).with_thread_num_masked(kernel.t()).with_block_num_masked(kernel.block_num())
}

fn rs_progress(kernel: &Kernel) -> RsProgress {
    RsProgress::from_bits(0).with_launched_masked(kernel.launched).with_trigger_masked(kernel.trigger)
}

fn rs_fail(kernel: &Kernel) -> RsFail {
    let start = u32::from(kernel.td.start_block_idx);
    RsFail::from_bits(0).with_times_masked(kernel.fail_times).with_start_block_masked(start)
}

fn rs_rsc_req(kernel: &Kernel) -> RsRscReq {
    // The low bits of two 32-bit counters.
    RsRscReq::from_bits(0).with_l2_masked(kernel.l2_requested).with_vc_masked(kernel.vc_requested)
}

fn dag_flags(dag: &DagSlot) -> DagFlags {
    DagFlags::from_bits(0).with_valid(true).with_dynamic(dag.is_dynamic).with_tag_masked(dag.tag.into())
}

fn launch_info(launch: &Launch) -> LaunchInfo {
    LaunchInfo::from_bits(0)
        .with_valid(true)
        .with_out_mdma(launch.mdma)
        .with_out_mih(launch.mih)
        .with_src(launch.ids.source == Source::Firmware)
        .with_hdr_id_masked(launch.ids.hdr_id.into())
        .with_entry_id_masked(launch.ids.hdr_entry_id.into())
        .with_block_id_masked(launch.block_id.into())
}
