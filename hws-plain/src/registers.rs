//! The value that each register reads (registers.md).

use hws_regs::{
    RegId, RegIndex, StateReg,
    params::{N_DAG, N_LAUNCH, N_RS},
};

use super::PlainHws;
use super::dags::DagSlot;
use super::kernel::Kernel;
use super::rs_page::{rs_dims, rs_fail, rs_ids, rs_offline, rs_progress, rs_rsc_req, trigger_count};
use super::sips::Launch;
use super::table_pages::{dag_finish, dag_flags, dag_total, launch_done, launch_info, launch_sips};
use crate::site::shown;

/// The COUNTER page without the cycle count: 32 bits, wrapping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
            Some(state) => shown(|| self.peek_state(id, state)),
            None if id == RegId::HwsCtrl => {
                let ctrl = self.regs.hws_ctrl.bits();
                shown(|| rule!(PulsesStored, self.regs.read(id).unwrap_or(0), ctrl))
            }
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
            StateReg::SipPresentMask => self.present_mask().0,
            // DOORBELL
            StateReg::DagCmdStatus => self.dag_cmd_status.bits(),
            StateReg::HrmFwOwned => self.fw_owned.0,
            StateReg::HrmFwRefused => self.fw_refused.0,
            StateReg::BlockTriggerCnt(entry) => self.in_entry(entry, |kernel| trigger_count(kernel).bits()),
            // MIH_IRQ_ERR
            StateReg::MihStatus => self.mih_status().bits(),
            StateReg::MihDataLo => self.mih_head().dw0,
            StateReg::MihDataHi => self.mih_head().dw1,
            StateReg::IrqStatus => self.irq_status().bits(),
            StateReg::ErrStatus => self.err_status,
            StateReg::ErrFirst => self.err_first.bits(),
            // STATUS
            StateReg::SipIdleMask => self.idle_mask().0,
            StateReg::SipPreIdleMask => self.pre_idle_mask().0,
            StateReg::SipReadyMask => self.ready_mask().0,
            StateReg::SipPendingMask => self.pending_mask().0,
            StateReg::SipCountEnMask => self.count_en_mask().0,
            StateReg::ReservedSipMask => self.reserved_mask().0,
            StateReg::SipRemainExecTime(sip) => self.shown_remain(sip.into()),
            StateReg::Grp2Remain(group) => self.shown_group(u32::from(group), 2),
            StateReg::Grp4Remain(group) => self.shown_group(u32::from(group), 4),
            StateReg::Grp8Remain(group) => self.shown_group(u32::from(group), 8),
            StateReg::Grp16Remain(group) => self.shown_group(u32::from(group), 16),
            StateReg::SipLaunch(sip) => self.sip_launch(sip.into()).bits(),
            StateReg::RsvThreadNum(sip) => self.rsv_thread_num(sip.into()).bits(),
            StateReg::VcPoolFree(die, half) => self.free_vcs(die.into(), half.into()),
            // COUNTER
            StateReg::CntCycleLo => self.shown_cycle(),
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
            StateReg::RsFlags(entry) => self.in_entry(entry, |kernel| self.rs_flags(kernel).bits()),
            StateReg::RsKernelId(entry) => self.in_entry(entry, |kernel| kernel.td.kernel_id),
            StateReg::RsKernelSeq(entry) => self.in_entry(entry, |kernel| kernel.seq),
            StateReg::RsIds(entry) => self.in_entry(entry, |kernel| rs_ids(kernel).bits()),
            StateReg::RsDims(entry) => self.in_entry(entry, |kernel| rs_dims(kernel).bits()),
            StateReg::RsProgress(entry) => self.in_entry(entry, |kernel| rs_progress(kernel).bits()),
            StateReg::RsOfflinePriority(entry) => self.in_entry(entry, rs_offline),
            StateReg::RsOnlinePriority(entry) => self.in_entry(entry, |kernel| self.rs_online(kernel)),
            StateReg::RsAffinity(entry) => self.in_entry(entry, |kernel| self.rs_affinity(kernel)),
            StateReg::RsEstExecTime(entry) => self.in_entry(entry, |kernel| self.rs_est_exec_time(kernel)),
            StateReg::RsFail(entry) => self.in_entry(entry, |kernel| rs_fail(kernel).bits()),
            StateReg::RsReserved(entry) => self.in_entry(entry, |kernel| self.rs_reserved(kernel)),
            StateReg::RsAgeRow(entry) => self.in_entry(entry, |kernel| self.age_row(kernel)),
            StateReg::RsRscOpen(entry) => self.in_entry(entry, |kernel| self.rs_rsc_open(kernel).bits()),
            StateReg::RsRscReq(entry) => self.in_entry(entry, |kernel| rs_rsc_req(kernel).bits()),
            // DAG
            StateReg::DagFlags(slot) => self.in_slot(slot, |dag| dag_flags(dag).bits()),
            StateReg::DagTotal(slot) => self.in_slot(slot, dag_total),
            StateReg::DagFinish(slot) => self.in_slot(slot, dag_finish),
            StateReg::DagCpPriority(slot) => self.in_slot(slot, |dag| dag.cp_priority),
            StateReg::DagTopOffline(slot) => self.top_offline(slot.into()),
            // LAUNCH
            StateReg::LaunchInfo(entry) => self.in_launch(entry, |launch| launch_info(launch).bits()),
            StateReg::LaunchSipMask(entry) => self.in_launch(entry, launch_sips),
            StateReg::LaunchDoneMask(entry) => self.in_launch(entry, launch_done),
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

    fn kernel_at(&self, entry: RegIndex<N_RS>) -> Option<&Kernel> {
        self.ready_station.get(entry.index())?.as_ref()
    }
}
