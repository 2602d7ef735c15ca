//! SIPs and live launches: state, launches, and reports (§7).

use hws_model::{ErrorBit, Event};
use hws_regs::EarlyMode;
use hws_types::{BlockHeader, LaunchId, MihMessage, SipMask, SipReport, TaskIds};

use super::PlainHws;
use super::machine::sips_where;
use super::second::VcRun;

/// One SIP (§7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SipState {
    pub(super) running: Option<usize>,
    pub(super) pending: Option<usize>,
    pub(super) idle: bool,
    pub(super) pre_idle: bool,
    pub(super) remain: u32,
    pub(super) count_en: bool,
    /// RSV_THREAD_NUM; 0 when the SIP is not reserved (§6.6).
    pub(super) rsv_thread_num: u32,
}

/// §7.1: at reset.
impl Default for SipState {
    fn default() -> Self {
        Self {
            running: None,
            pending: None,
            idle: true,
            pre_idle: true,
            remain: 0,
            count_en: false,
            rsv_thread_num: 0,
        }
    }
}

/// A live entry of the launch table (§6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Launch {
    pub(super) kernel_seq: u32,
    pub(super) ids: TaskIds,
    pub(super) block_id: u16,
    pub(super) sips: SipMask,
    pub(super) done: SipMask,
    pub(super) mdma: bool,
    pub(super) mih: bool,
    pub(super) run: Option<VcRun>,
}

impl SipState {
    /// §7.2.
    pub(super) fn launch(&mut self, launch_id: usize, est_exec_time: u32, launch_sip_delay: u32) {
        self.pre_idle = rule!(PreIdleStays, false, self.pre_idle);
        if self.idle {
            self.running = Some(launch_id);
            self.idle = false;
            let with_delay = est_exec_time.saturating_add(launch_sip_delay);
            let remain = rule!(DelayIgnored, with_delay, est_exec_time);
            self.remain = rule!(DelayWraps, remain, est_exec_time.wrapping_add(launch_sip_delay));
            self.count_en = true;
        } else {
            self.pending = Some(launch_id);
            let remain = rule!(PendingDelayed, est_exec_time, est_exec_time.saturating_add(launch_sip_delay));
            let remain = rule!(PendingKeepsRemain, remain, self.remain);
            self.remain = rule!(PendingAdds, remain, self.remain.saturating_add(est_exec_time));
            self.count_en = rule!(PendingCounts, false, self.count_en);
        }
    }

    /// §7.3 *complete*: the pending launch follows, or the SIP is idle.
    fn complete(&mut self) {
        self.running = self.pending.take();
        if self.running.is_some() {
            self.count_en = rule!(NextNotCounted, true, self.count_en);
            self.pre_idle = rule!(NextPreIdle, self.pre_idle, true);
        } else {
            self.idle = true;
            self.pre_idle = rule!(IdleNotPreIdle, true, self.pre_idle);
            self.remain = rule!(RemainStays, 0, self.remain);
            self.count_en = rule!(CountEnStays, false, self.count_en);
        }
    }
}

impl PlainHws {
    /// The SIPs in a state.
    pub(super) fn sips_that(&self, holds: impl Fn(&SipState) -> bool) -> SipMask {
        sips_where(|sip| holds(&self.sips[sip as usize]))
    }

    pub(super) fn idle(&self) -> SipMask {
        self.sips_that(|sip| sip.idle)
    }

    pub(super) fn pre_idle(&self) -> SipMask {
        self.sips_that(|sip| sip.pre_idle)
    }

    /// §7.1: (EARLY_LAUNCH ? idle | pre_idle : idle) & present & ~fw_owned.
    pub(super) fn ready(&self) -> SipMask {
        let early_launch = self.regs.enable_early_launch_sip.enable();
        let early_launch = rule!(ReadyIdleOnly, early_launch, false);
        let early = if early_launch { self.pre_idle() } else { SipMask::EMPTY };
        let free = self.idle() | rule!(ReadyPreIdleAlways, early, self.pre_idle());
        let owned = rule!(ReadyOwned, self.fw_owned, SipMask::EMPTY);
        (free & rule!(ReadyAbsent, self.present(), SipMask(u32::MAX))) - owned
    }

    /// §7.3: the SIP runs that launch, and the launch is of that block.
    fn is_true(&self, report: SipReport) -> bool {
        let launch_id = report.launch_id.index();
        let runs_it = self.sips[report.sip.index()].running == Some(launch_id);
        let is_of_block = |launch: Launch| rule!(BlockIdIgnored, launch.block_id == report.block_id, true);
        runs_it && self.launches[launch_id].is_some_and(is_of_block)
    }

    /// §7.3 *complete*.
    pub(super) fn report_complete(&mut self, report: SipReport) {
        if !self.is_true(report) {
            return self.error_of_nobody(ErrorBit::SpuriousComplete);
        }
        self.emit(Event::Complete { sip: report.sip, launch_id: report.launch_id });
        self.sips[report.sip.index()].complete();
        let launch = self.launches[report.launch_id.index()].as_mut().expect("the report is true");
        launch.done |= report.sip.mask();
        if launch.done == launch.sips {
            self.finish_block(report.launch_id);
        }
    }

    /// §7.3: all SIPs of the launch are done.
    fn finish_block(&mut self, launch_id: LaunchId) {
        let launch = self.launches[launch_id.index()].take().expect("the launch is live");
        if let Some(run) = launch.run.filter(|_| rule!(RunKept, true, false)) {
            self.free_run(run);
        }
        let is_resident = self.kernels().any(|(_, kernel)| kernel.seq == launch.kernel_seq);
        let is_live = self.launches.iter().flatten().any(|other| other.kernel_seq == launch.kernel_seq);
        let reports = self.regs.hws_work_mode.report_en();
        let reports = rule!(FinishPathNow, launch.mih, launch.mih || reports);
        if rule!(FinishNotReported, reports, false) {
            let of = BlockHeader { ids: launch.ids, block_id: launch.block_id };
            let kernel_finish =
                rule!(FinishWhileResident, !is_resident, true) && rule!(FinishWhileLive, !is_live, true);
            self.send(&[MihMessage::BlockFinish { of, launch_id, kernel_finish }]);
        }
    }

    /// §7.3 *pre-complete*: ignored while the HWS estimates by itself.
    pub(super) fn report_pre_complete(&mut self, report: SipReport) {
        if rule!(PreCompleteAlways, self.regs.early_launch_mode.mode() == EarlyMode::HwsEstimate, false) {
            return;
        }
        let sip = self.sips[report.sip.index()];
        let is_early = rule!(PreCompletePending, sip.pending.is_some(), false);
        if !self.is_true(report) || is_early || rule!(PreCompleteTwice, sip.pre_idle, false) {
            return self.error_of_nobody(rule!(
                PreCompleteError,
                ErrorBit::SpuriousPreComplete,
                ErrorBit::SpuriousComplete
            ));
        }
        self.emit(Event::PreComplete { sip: report.sip, launch_id: report.launch_id });
        self.sips[report.sip.index()].pre_idle = true;
    }
}
