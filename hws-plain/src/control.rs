//! Writes that depend on the state: HWS_CTRL with its soft reset, SIP_TOPOLOGY, XMC_SIP_MAP (§8).

use hws_model::{ErrorBit, Event};
use hws_regs::{HwsCtrl, RegId};

use super::PlainHws;

impl PlainHws {
    fn is_any_sip_busy(&self) -> bool {
        self.sips.iter().any(|sip| !sip.idle)
    }

    fn is_any_sip_owned(&self) -> bool {
        !self.fw_owned.is_empty()
    }

    /// No two logical SIPs on one physical SIP.
    fn is_sip_map_a_permutation(&self) -> bool {
        let mut physical: Vec<u32> = self.regs.xmc_sip_map.iter().map(|map| map.phy_id()).collect();
        physical.sort_unstable();
        physical.dedup();
        physical.len() == self.regs.xmc_sip_map.len()
    }

    /// A write of HWS_CTRL: refused whole, or accepted.
    pub(super) fn write_ctrl(&mut self, written: HwsCtrl) {
        let owned = rule!(SoftResetOwned, self.is_any_sip_owned(), false);
        let busy = rule!(SoftResetBusy, self.is_any_sip_busy(), false) || owned;
        let reset_refused = written.soft_reset() && busy && rule!(ForceIgnored, !written.force(), true);
        let enable_refused =
            rule!(EnableUnchecked, written.enable() && !self.is_sip_map_a_permutation(), false);
        if reset_refused || enable_refused {
            return self.error_of_nobody(ErrorBit::Cfg);
        }
        if written.soft_reset() {
            self.emit(Event::SoftReset { forced: written.force() });
            self.soft_reset();
        }
        self.regs.hws_ctrl = HwsCtrl::from_bits(0).with_enable(written.enable());
        if rule!(DisableAborts, false, !written.enable() && self.attempt.is_some()) {
            self.attempt = None;
        }
    }

    /// Everything but the RW registers, the launch_id pointer and the cycle of the trace.
    fn soft_reset(&mut self) {
        let events = std::mem::take(&mut self.events);
        let (cycle, last_launch_id) = (self.cycle, self.last_launch_id);
        let regs = self.regs;
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
        *self = reset;
    }

    /// A write of SIP_TOPOLOGY with a legal pair.
    pub(super) fn write_topology(&mut self, value: u32) {
        let loading = rule!(TopologyWhileLoading, self.loading.is_some(), false);
        let in_use = rule!(TopologyWhileResident, self.kernels().next().is_some(), false) || loading;
        let owned = rule!(TopologyWhileOwned, self.is_any_sip_owned(), false);
        if in_use || rule!(TopologyWhileBusy, self.is_any_sip_busy(), false) || owned {
            return self.error_of_nobody(ErrorBit::Cfg);
        }
        self.store(RegId::SipTopology, value);
    }

    /// A write of an element of XMC_SIP_MAP.
    pub(super) fn write_sip_map(&mut self, id: RegId, value: u32) {
        let enabled = rule!(MapWhileEnabled, self.regs.hws_ctrl.enable(), false);
        let deciding = rule!(MapWhileDeciding, self.attempt.is_some(), false);
        if enabled || deciding || rule!(MapWhileBusy, self.is_any_sip_busy(), false) {
            return self.error_of_nobody(ErrorBit::Cfg);
        }
        self.store(id, value);
    }
}
