//! What every register reads (registers.md).

use hws_regs::{
    BlockTriggerCnt, DagFlags, HwsParam0, HwsStatus, LaunchInfo, MihStatus, RegId, RsDims, RsFail, RsFlags,
    RsIds, RsProgress, RsRscOpen, RsRscReq, RsvThreadNum, SipLaunch, params,
};
use hws_types::Source;

use super::PlainHws;
use super::kernel::{DagSlot, Kernel};
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
    /// The value that a bus read would return, without the effect of one; 0 for a write-only register.
    #[must_use]
    pub fn peek(&self, id: RegId) -> u32 {
        let answers = [
            self.regs.read(id),
            self.peek_control(id),
            self.peek_messages(id),
            self.peek_sips(id),
            self.peek_counters(id),
            self.peek_ready_station(id),
            self.peek_dag(id),
            self.peek_launch(id),
        ];
        answers.into_iter().flatten().next().unwrap_or(0)
    }

    fn peek_control(&self, id: RegId) -> Option<u32> {
        Some(match id {
            RegId::HwsId | RegId::HwsVersion | RegId::HwsParam1 => id.reset(),
            RegId::HwsParam0 => {
                let sizes = HwsParam0::from_bits(id.reset()).with_n_rs_masked(self.config.n_rs());
                sizes.with_n_dag_masked(self.config.n_dag()).bits()
            }
            RegId::HwsStatus => self.status().bits(),
            RegId::SipPresentMask => self.present().0,
            RegId::DagCmdStatus => self.dag_cmd_status.bits(),
            RegId::HrmFwOwned => self.fw_owned.0,
            RegId::HrmFwRefused => self.fw_refused.0,
            RegId::BlockTriggerCnt(entry) => {
                let trigger = self.kernel_at(entry).map_or(0, |kernel| kernel.trigger);
                BlockTriggerCnt::from_bits(0).with_count_masked(trigger).bits()
            }
            _ => return None,
        })
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

    fn peek_messages(&self, id: RegId) -> Option<u32> {
        let count = self.mih_fifo.len();
        Some(match id {
            RegId::MihStatus => MihStatus::from_bits(0)
                .with_count_masked(count as u32)
                .with_empty(count == 0)
                .with_full(count == params::MIH_FIFO)
                .bits(),
            RegId::MihDataLo => self.mih_fifo.front().map_or(0, |message| message.dw0),
            RegId::MihDataHi => self.mih_fifo.front().map_or(0, |message| message.dw1),
            RegId::IrqStatus => self.irq_status().bits(),
            RegId::ErrStatus => self.err_status,
            RegId::ErrFirst => self.err_first.bits(),
            _ => return None,
        })
    }

    /// The STATUS page.
    fn peek_sips(&self, id: RegId) -> Option<u32> {
        Some(match id {
            RegId::SipIdleMask => self.idle().0,
            RegId::SipPreIdleMask => self.pre_idle().0,
            RegId::SipReadyMask => self.ready().0,
            RegId::SipPendingMask => self.sips_that(|sip| sip.pending.is_some()).0,
            RegId::SipCountEnMask => self.sips_that(|sip| sip.count_en).0,
            RegId::ReservedSipMask => self.reserved_all.0,
            RegId::SipRemainExecTime(sip) => self.sips[usize::from(sip)].remain,
            RegId::Grp2Remain(group) => self.group_remain(u32::from(group) * 2, 2),
            RegId::Grp4Remain(group) => self.group_remain(u32::from(group) * 4, 4),
            RegId::Grp8Remain(group) => self.group_remain(u32::from(group) * 8, 8),
            RegId::Grp16Remain(group) => self.group_remain(u32::from(group) * 16, 16),
            RegId::RsvThreadNum(sip) => {
                let t = self.sips[usize::from(sip)].rsv_thread_num;
                RsvThreadNum::from_bits(0).with_thread_num_masked(t).bits()
            }
            RegId::SipLaunch(sip) => self.sip_launch(sip.into()).bits(),
            RegId::VcPoolFree(die, half) => self.free_vcs(die.into(), usize::from(half) * 32),
            _ => return None,
        })
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

    fn peek_counters(&self, id: RegId) -> Option<u32> {
        let counters = &self.counters;
        Some(match id {
            RegId::CntCycleLo => self.ticks_since_reset as u32,
            RegId::CntCycleHi => self.cycle_hi,
            RegId::CntAttempt => counters.attempt,
            RegId::CntFail => counters.fail,
            RegId::CntLaunchR => counters.launch_r,
            RegId::CntLaunchP => counters.launch_p,
            RegId::CntLaunchO => counters.launch_o,
            RegId::CntBackfill => counters.backfill,
            RegId::CntEarly => counters.early,
            RegId::CntPromote => counters.promote,
            RegId::CntCancel => counters.cancel,
            RegId::CntKernelDone => counters.kernel_done,
            RegId::CntTaskReject => counters.task_reject,
            RegId::CntMihDrop => counters.mih_drop,
            _ => return None,
        })
    }

    fn kernel_at(&self, entry: u8) -> Option<&Kernel> {
        self.ready_station.get(usize::from(entry))?.as_ref()
    }

    /// The RS page; all zero when the entry is not valid.
    fn peek_ready_station(&self, id: RegId) -> Option<u32> {
        type Word = fn(&PlainHws, &Kernel) -> u32;
        let (entry, word): (u8, Word) = match id {
            RegId::RsFlags(entry) => (entry, |_, kernel| rs_flags(kernel).bits()),
            RegId::RsKernelId(entry) => (entry, |_, kernel| kernel.td.kernel_id),
            RegId::RsKernelSeq(entry) => (entry, |_, kernel| kernel.seq),
            RegId::RsIds(entry) => (entry, |_, kernel| rs_ids(kernel).bits()),
            RegId::RsDims(entry) => (entry, |_, kernel| rs_dims(kernel).bits()),
            RegId::RsProgress(entry) => (entry, |_, kernel| rs_progress(kernel).bits()),
            RegId::RsOfflinePriority(entry) => (entry, |_, kernel| kernel.offline_priority),
            RegId::RsOnlinePriority(entry) => (entry, |_, kernel| kernel.online_priority),
            RegId::RsAffinity(entry) => (entry, |_, kernel| kernel.td.affinity),
            RegId::RsEstExecTime(entry) => (entry, |_, kernel| kernel.td.est_exec_time),
            RegId::RsFail(entry) => (entry, |_, kernel| rs_fail(kernel).bits()),
            RegId::RsReserved(entry) => (entry, |_, kernel| kernel.reserved.0),
            RegId::RsAgeRow(entry) => (entry, Self::age_row),
            RegId::RsRscOpen(entry) => (entry, |hws, kernel| hws.rs_rsc_open(kernel).bits()),
            RegId::RsRscReq(entry) => (entry, |_, kernel| rs_rsc_req(kernel).bits()),
            _ => return None,
        };
        Some(self.kernel_at(entry).map_or(0, |kernel| word(self, kernel)))
    }

    /// Bit j: this entry is older than valid entry j.
    fn age_row(&self, kernel: &Kernel) -> u32 {
        let younger = self.kernels().filter(|(_, other)| kernel.is_older_than(other));
        younger.fold(0, |bits, (entry, _)| bits | 1 << entry)
    }

    fn rs_rsc_open(&self, kernel: &Kernel) -> RsRscOpen {
        let (vgs, dies) = self.open_places(kernel);
        RsRscOpen::from_bits(0).with_vg_masked(vgs).with_die_masked(dies)
    }

    /// The DAG page; all zero when the slot is not valid.
    fn peek_dag(&self, id: RegId) -> Option<u32> {
        let (number, word): (u8, fn(&DagSlot) -> u32) = match id {
            RegId::DagFlags(slot) => (slot, |dag| dag_flags(dag).bits()),
            RegId::DagTotal(slot) => (slot, |dag| dag.total),
            RegId::DagFinish(slot) => (slot, |dag| dag.finish),
            RegId::DagCpPriority(slot) => (slot, |dag| dag.cp_priority),
            RegId::DagTopOffline(slot) => return Some(self.top_offline(slot.into())),
            _ => return None,
        };
        let slot = self.dag.get(usize::from(number)).and_then(Option::as_ref);
        Some(slot.map_or(0, word))
    }

    /// The highest offline_priority of the slot's resident non-R kernels, 0 if none.
    fn top_offline(&self, slot: usize) -> u32 {
        let members = self.kernels().filter(|(_, kernel)| !kernel.r_flag && kernel.dag_slot == Some(slot));
        members.map(|(_, kernel)| kernel.offline_priority).max().unwrap_or(0)
    }

    /// The LAUNCH page; all zero when the entry is not valid.
    fn peek_launch(&self, id: RegId) -> Option<u32> {
        let (number, word): (u8, fn(&Launch) -> u32) = match id {
            RegId::LaunchInfo(entry) => (entry, |launch| launch_info(launch).bits()),
            RegId::LaunchSipMask(entry) => (entry, |launch| launch.sips.0),
            RegId::LaunchDoneMask(entry) => (entry, |launch| launch.done.0),
            RegId::LaunchKernelSeq(entry) => (entry, |launch| launch.kernel_seq),
            _ => return None,
        };
        Some(self.launches[usize::from(number)].as_ref().map_or(0, word))
    }
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
    let low_16 = |count: u32| count % 65536;
    RsRscReq::from_bits(0)
        .with_l2_masked(low_16(kernel.l2_requested))
        .with_vc_masked(low_16(kernel.vc_requested))
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
