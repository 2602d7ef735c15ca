//! What the RS page and BLOCK_TRIGGER_CNT show of a kernel (registers.md §4, §8).

use hws_regs::{BlockTriggerCnt, OutPath, RsDims, RsFail, RsFlags, RsIds, RsProgress, RsRscOpen, RsRscReq};
use hws_types::SipMask;

use super::PlainHws;
use super::kernel::Kernel;
use super::machine::slot;

impl PlainHws {
    pub(super) fn rs_flags(&self, kernel: &Kernel) -> RsFlags {
        let td = &kernel.td;
        let (mdma, mih) = self.shown_paths(kernel);
        let (l2, vc) = self.shown_resources(kernel);
        let has_slot = rule!(SlotAlwaysValid, kernel.dag_slot.is_some(), true);
        let dag_slot = kernel.dag_slot.unwrap_or(0) as u32;
        let highest = self.dag.len().saturating_sub(1) as u32;
        let dag_slot = rule!(SlotOfNone, dag_slot, kernel.dag_slot.map_or(highest, |slot| slot as u32));
        RsFlags::from_bits(0)
            .with_valid(true)
            .with_r_flag(rule!(FlagNeverR, kernel.r_flag, false))
            .with_on_cp(rule!(FlagNeverCp, td.on_cp, false))
            .with_coop(rule!(FlagCoopOfSeveral, td.coop, td.coop && td.block_num > 1))
            .with_out_mdma(mdma)
            .with_out_mih(mih)
            .with_src(rule!(FlagSourceHdr, kernel.is_from_firmware(), false))
            .with_sip_alloc(rule!(FlagSipAlways, td.enable_sip_alloc, true))
            .with_l2_alloc(l2)
            .with_vc_alloc(vc)
            .with_dag_slot_masked(dag_slot)
            .with_dag_slot_valid(has_slot)
            .with_ctx_masked(rule!(FlagCtxOfDescriptor, kernel.ctx, td.ctx.into()) as u32)
    }

    /// OUT_MDMA and OUT_MIH are those of the descriptor.
    fn shown_paths(&self, kernel: &Kernel) -> (bool, bool) {
        let (mode, td) = (self.regs.hws_work_mode, &kernel.td);
        let by_mode = td.out_path_mdma && mode.out_path() == OutPath::Mdma;
        let reports = td.out_path_mih || mode.out_path() == OutPath::Mih || mode.report_en();
        let mdma = rule!(FlagMdmaNow, td.out_path_mdma, by_mode);
        let mih = rule!(FlagMihNow, td.out_path_mih, reports);
        rule!(FlagPathsSwapped, (mdma, mih), (mih, mdma))
    }

    /// L2_ALLOC and VC_ALLOC are those of the descriptor.
    fn shown_resources(&self, kernel: &Kernel) -> (bool, bool) {
        let (l2, vc) = (kernel.td.enable_l2_alloc, kernel.td.enable_vc_alloc);
        let on = self.regs.enable_second_rsc_sch.enable();
        let (l2, vc) = rule!(FlagsWhileOn, (l2, vc), (l2 && on, vc && on));
        (l2, rule!(FlagVcGranted, vc, vc && !kernel.td.vc_hw_alloc))
    }

    /// Of the last attempt in which it was a P-task.
    pub(super) fn rs_online(&self, kernel: &Kernel) -> u32 {
        let online = kernel.online_priority;
        let shown = rule!(OnlineNotOfR, online, if kernel.r_flag { 0 } else { online });
        let is_waiting = kernel.is_eligible() && !kernel.r_flag;
        rule!(OnlineOfEligible, shown, if is_waiting { online } else { 0 })
    }

    pub(super) fn rs_affinity(&self, kernel: &Kernel) -> u32 {
        let affinity = kernel.td.affinity;
        let shown = rule!(AffinityPresent, affinity, affinity & self.present().0);
        rule!(AffinityUsable, shown, self.allowed(kernel).0)
    }

    pub(super) fn rs_est_exec_time(&self, kernel: &Kernel) -> u32 {
        let time = kernel.td.est_exec_time;
        rule!(TimeWithDelay, time, time.saturating_add(self.regs.launch_sip_delay.units()))
    }

    pub(super) fn rs_reserved(&self, kernel: &Kernel) -> u32 {
        rule!(ReservedOfAll, kernel.reserved, if kernel.r_flag { self.reserved_all } else { SipMask::EMPTY })
            .0
    }

    /// Bit j: this entry is older than valid entry j.
    pub(super) fn age_row(&self, kernel: &Kernel) -> u32 {
        let is_younger =
            |other: &Kernel| rule!(AgeRowReversed, kernel.is_older_than(other), other.is_older_than(kernel));
        let is_younger = |other: &Kernel| {
            rule!(AgeRowItself, is_younger(other), is_younger(other) || other.seq == kernel.seq)
        };
        let counts = |other: &Kernel| {
            rule!(AgeRowSkipsR, true, !other.r_flag)
                && rule!(AgeRowOfDag, true, other.dag_slot == kernel.dag_slot)
                && rule!(AgeRowSkipsAllocation, true, other.td.enable_sip_alloc)
        };
        let younger = self.kernels().filter(|(_, other)| counts(other) && is_younger(other));
        younger.fold(0, |bits, (entry, _)| bits | 1 << entry)
    }

    pub(super) fn rs_rsc_open(&self, kernel: &Kernel) -> RsRscOpen {
        let (vgs, dies) = self.open_places(kernel);
        RsRscOpen::from_bits(0).with_vg_masked(vgs).with_die_masked(dies)
    }
}

/// A read of the command register returns COUNT alone.
pub(super) fn trigger_count(kernel: &Kernel) -> BlockTriggerCnt {
    let count = rule!(CountLaunched, kernel.trigger, kernel.launched);
    let count = rule!(CountLeft, count, kernel.trigger.saturating_sub(kernel.launched));
    let count = rule!(CountOfDescriptor, count, kernel.td.block_trigger_cnt.into());
    let shown = BlockTriggerCnt::from_bits(0).with_count_masked(count);
    let (hdr, entry) = (kernel.ids.hdr_id.into(), kernel.ids.hdr_entry_id.into());
    rule!(CountWithIds, shown, shown.with_hdr_id_masked(hdr).with_entry_id_masked(entry))
}

pub(super) fn rs_ids(kernel: &Kernel) -> RsIds {
    let (hdr, entry) = (u32::from(kernel.ids.hdr_id), u32::from(kernel.ids.hdr_entry_id));
    let (hdr, entry) = rule!(IdsSwapped, (hdr, entry), (entry, hdr));
    let tag = rule!(TagIsSlot, u32::from(kernel.td.dag_tag), kernel.dag_slot.unwrap_or(0) as u32);
    RsIds::from_bits(0).with_hdr_entry_id_masked(entry).with_hdr_id_masked(hdr).with_dag_tag_masked(tag)
}

pub(super) fn rs_dims(kernel: &Kernel) -> RsDims {
    let threads = rule!(DimsSlot, kernel.t(), slot(kernel.t()));
    let blocks = kernel.block_num();
    let blocks = rule!(DimsBlocksLeft, blocks, blocks.saturating_sub(kernel.launched));
    RsDims::from_bits(0).with_thread_num_masked(threads).with_block_num_masked(blocks)
}

pub(super) fn rs_progress(kernel: &Kernel) -> RsProgress {
    let start = u32::from(kernel.td.start_block_idx);
    let launched = rule!(LaunchedFromStart, kernel.launched, kernel.launched + start);
    let trigger = rule!(TriggerFromStart, kernel.trigger, kernel.trigger + start);
    let trigger = rule!(TriggerLeft, trigger, kernel.trigger.saturating_sub(kernel.launched));
    RsProgress::from_bits(0).with_launched_masked(launched).with_trigger_masked(trigger)
}

pub(super) fn rs_offline(kernel: &Kernel) -> u32 {
    rule!(OfflineAsGiven, kernel.offline_priority, kernel.td.offline_priority)
}

pub(super) fn rs_fail(kernel: &Kernel) -> RsFail {
    let start = u32::from(kernel.td.start_block_idx);
    let start = rule!(StartIsNext, start, start + kernel.launched);
    RsFail::from_bits(0).with_times_masked(kernel.fail_times).with_start_block_masked(start)
}

/// The low bits of two 32-bit counters.
pub(super) fn rs_rsc_req(kernel: &Kernel) -> RsRscReq {
    let (l2, vc) = (kernel.l2_requested, kernel.vc_requested);
    let (l2, vc) = rule!(ReqGranted, (l2, vc), (kernel.l2_granted, kernel.vc_granted));
    let ahead = (l2.wrapping_sub(kernel.l2_granted), vc.wrapping_sub(kernel.vc_granted));
    let (l2, vc) = rule!(ReqOutstanding, (l2, vc), ahead);
    let (l2, vc) = rule!(ReqSwapped, (l2, vc), (vc, l2));
    RsRscReq::from_bits(0).with_l2_masked(l2).with_vc_masked(vc)
}
