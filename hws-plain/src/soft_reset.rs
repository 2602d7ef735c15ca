//! The soft reset, and what a wrong one keeps or clears (§8.5).

use hws_regs::RegFile;

use super::PlainHws;
use super::registers::Counters;

impl PlainHws {
    /// Everything but the RW registers, the launch_id pointer and the cycle of the trace.
    pub(super) fn soft_reset(&mut self) {
        let events = std::mem::take(&mut self.events);
        let (cycle, last_launch_id) = (self.cycle, self.last_launch_id);
        let regs = self.kept_registers();
        let mut reset = Self { regs, cycle, last_launch_id, events, ..Self::new(self.config) };
        reset.broken = self.broken;
        reset.last_launch_id = rule!(SoftResetPointer, last_launch_id, None);
        if rule!(SoftResetKeepsAttempt, false, self.attempt.is_some()) {
            reset.attempt.clone_from(&self.attempt);
        }
        if rule!(SoftResetKeepsCommands, false, !self.commands.is_empty()) {
            reset.commands.clone_from(&self.commands);
        }
        if rule!(SoftResetKeepsMessages, false, !self.mih_fifo.is_empty()) {
            reset.mih_fifo.clone_from(&self.mih_fifo);
        }
        if rule!(SoftResetKeepsDags, false, self.dag.iter().any(Option::is_some)) {
            reset.dag.clone_from(&self.dag);
        }
        if rule!(SoftResetKeepsHdr, false, !self.hdr_fifo.is_empty()) {
            reset.hdr_fifo.clone_from(&self.hdr_fifo);
        }
        if rule!(SoftResetKeepsErrors, false, self.err_status != 0) {
            (reset.err_status, reset.err_first) = (self.err_status, self.err_first);
        }
        reset.err_status = rule!(SoftResetKeepsErrStatus, reset.err_status, self.err_status);
        reset.err_first = rule!(SoftResetKeepsErrFirst, reset.err_first, self.err_first);
        let (r, p, o) = (self.counters.launch_r, self.counters.launch_p, self.counters.launch_o);
        if rule!(SoftResetKeepsLaunches, false, r + p + o > 0) {
            (reset.counters.launch_r, reset.counters.launch_p, reset.counters.launch_o) = (r, p, o);
        }
        reset.fw_owned = rule!(SoftResetKeepsOwned, reset.fw_owned, self.fw_owned);
        reset.fw_refused = rule!(SoftResetKeepsRefused, reset.fw_refused, self.fw_refused);
        reset.dag_cmd_status = rule!(SoftResetKeepsStatus, reset.dag_cmd_status, self.dag_cmd_status);
        reset.cycle_hi = rule!(SoftResetKeepsCycleHi, reset.cycle_hi, self.cycle_hi);
        if rule!(SoftResetKeepsFirmware, false, !self.fw_task_fifo.is_empty()) {
            reset.fw_task_fifo.clone_from(&self.fw_task_fifo);
        }
        if rule!(SoftResetKeepsLoader, false, self.loading.is_some()) {
            reset.loading = self.loading;
        }
        if rule!(SoftResetKeepsStation, false, self.ready_station.iter().any(Option::is_some)) {
            reset.ready_station.clone_from(&self.ready_station);
        }
        if rule!(SoftResetKeepsPools, false, true) {
            reset.vc_pools = self.vc_pools;
        }
        reset.prescaler = rule!(SoftResetKeepsPrescaler, 0, self.prescaler);
        reset.next_kernel_seq = rule!(SoftResetKeepsSeq, 0, self.next_kernel_seq);
        if rule!(SoftResetKeepsCounters, false, true) {
            reset.counters = self.counters.clone();
        }
        reset.ticks_since_reset = rule!(SoftResetKeepsCycle, 0, self.ticks_since_reset);
        self.keep_sips(&mut reset);
        self.keep_counters(&mut reset.counters);
        *self = reset;
    }

    /// §8.5: the RW registers.
    fn kept_registers(&self) -> RegFile {
        let (mut regs, reset) = (self.regs, RegFile::reset());
        regs.sip_usage_mask = rule!(SoftResetClearsUsage, regs.sip_usage_mask, reset.sip_usage_mask);
        regs.irq_enable = rule!(SoftResetClearsIrq, regs.irq_enable, reset.irq_enable);
        regs.sip_topology = rule!(SoftResetClearsTopology, regs.sip_topology, reset.sip_topology);
        regs.hws_work_mode = rule!(SoftResetClearsMode, regs.hws_work_mode, reset.hws_work_mode);
        regs.promote = rule!(SoftResetClearsPromote, regs.promote, reset.promote);
        regs.xmc_sip_map = rule!(SoftResetClearsMap, regs.xmc_sip_map, reset.xmc_sip_map);
        if rule!(
            SoftResetClearsOperands,
            false,
            regs.dag_cmd_tag.tag() != 0 || regs.dag_cmd_total.total() != 0
        ) {
            (regs.dag_cmd_tag, regs.dag_cmd_total) = (reset.dag_cmd_tag, reset.dag_cmd_total);
        }
        rule!(SoftResetClearsRegs, regs, reset)
    }

    /// Wrong readings of §8.5: what a soft reset keeps of the SIPs and their launches.
    fn keep_sips(&self, reset: &mut Self) {
        if rule!(SoftResetKeepsSips, false, self.sips.iter().any(|sip| !sip.idle)) {
            reset.sips.clone_from(&self.sips);
        }
        if rule!(SoftResetKeepsLaunchTable, false, self.launches.iter().any(Option::is_some)) {
            reset.launches.clone_from(&self.launches);
        }
        reset.reserved_all = rule!(SoftResetKeepsReserved, reset.reserved_all, self.reserved_all);
        for (kept, sip) in reset.sips.iter_mut().zip(&self.sips) {
            kept.remain = rule!(SoftResetKeepsRemain, kept.remain, sip.remain);
            kept.pre_idle = rule!(SoftResetKeepsPreIdle, kept.pre_idle, sip.pre_idle);
            kept.count_en = rule!(SoftResetKeepsCountEn, kept.count_en, sip.count_en);
            kept.rsv_thread_num = rule!(SoftResetKeepsThreadNum, kept.rsv_thread_num, sip.rsv_thread_num);
        }
    }

    /// Wrong readings of §8.5: the counters that a soft reset keeps.
    fn keep_counters(&self, reset: &mut Counters) {
        let now = &self.counters;
        reset.attempt = rule!(SoftResetKeepsAttempts, reset.attempt, now.attempt);
        reset.fail = rule!(SoftResetKeepsFail, reset.fail, now.fail);
        reset.backfill = rule!(SoftResetKeepsBackfill, reset.backfill, now.backfill);
        reset.early = rule!(SoftResetKeepsEarly, reset.early, now.early);
        reset.promote = rule!(SoftResetKeepsPromote, reset.promote, now.promote);
        reset.cancel = rule!(SoftResetKeepsCancel, reset.cancel, now.cancel);
        reset.kernel_done = rule!(SoftResetKeepsDone, reset.kernel_done, now.kernel_done);
        reset.task_reject = rule!(SoftResetKeepsReject, reset.task_reject, now.task_reject);
        reset.mih_drop = rule!(SoftResetKeepsDrop, reset.mih_drop, now.mih_drop);
    }
}
