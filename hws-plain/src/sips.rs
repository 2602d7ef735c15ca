//! SIPs and live launches: their state, and what a launch and a completion make of it (§7.1 to §7.3).

use hws_regs::EarlyMode;
use hws_types::{SipMask, TaskIds};

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
    /// The paths of the descriptor, for wrong readings.
    pub(super) asked: (bool, bool),
    pub(super) run: Option<VcRun>,
}

impl SipState {
    /// §7.2.
    pub(super) fn launch(&mut self, launch_id: usize, est_exec_time: u32, launch_sip_delay: u32) {
        let est_exec_time = rule!(RemainNarrow, est_exec_time, est_exec_time & 0xFFFF);
        self.pre_idle = rule!(PreIdleStays, false, self.pre_idle);
        if self.idle {
            self.running = Some(launch_id);
            self.idle = false;
            let with_delay = est_exec_time.saturating_add(launch_sip_delay);
            let remain = rule!(DelayIgnored, with_delay, est_exec_time);
            self.remain = rule!(DelayWraps, remain, est_exec_time.wrapping_add(launch_sip_delay));
            self.count_en = rule!(LaunchNotCounted, true, false);
        } else {
            self.pending = Some(launch_id);
            let remain = rule!(PendingDelayed, est_exec_time, est_exec_time.saturating_add(launch_sip_delay));
            let remain = rule!(PendingKeepsRemain, remain, self.remain);
            let remain = rule!(PendingLonger, remain, self.remain.max(est_exec_time));
            self.remain = rule!(PendingAdds, remain, self.remain.saturating_add(est_exec_time));
            self.count_en = rule!(PendingCounts, false, self.count_en);
        }
    }

    /// §7.3 *complete*: the pending launch follows, or the SIP is idle.
    pub(super) fn complete(&mut self, launch_sip_delay: u32) {
        let next = rule!(PendingLost, self.pending, None);
        self.running = next;
        self.pending = rule!(PendingNotCleared, None, next);
        if self.running.is_some() {
            self.count_en = rule!(NextNotCounted, true, self.count_en);
            self.pre_idle = rule!(NextPreIdle, self.pre_idle, true);
            let delayed = self.remain.saturating_add(launch_sip_delay);
            self.remain = rule!(NextDelayed, self.remain, delayed);
            self.remain = rule!(NextFromZero, self.remain, 0);
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
        let by_mode = self.regs.early_launch_mode.mode() == EarlyMode::HwsEstimate;
        let early_launch = rule!(ReadyByMode, early_launch, early_launch && by_mode);
        let early = if early_launch { self.pre_idle() } else { SipMask::EMPTY };
        let free = self.idle() | rule!(ReadyPreIdleAlways, early, self.pre_idle());
        let owned = rule!(ReadyOwned, self.fw_owned, SipMask::EMPTY);
        let free = rule!(ReadyNotReserved, free, free - self.reserved_all);
        (free & rule!(ReadyAbsent, self.present(), SipMask(u32::MAX))) - owned
    }
}
