//! What the CTRL, MIH and STATUS pages show, and the cycle count (registers.md §2, §5, §6, §7).

use hws_regs::{HwsParam0, HwsStatus, InPath, MihStatus, RsvThreadNum, SipLaunch, params};
use hws_types::{RawMih, SipMask};

use super::PlainHws;
use super::machine::{DIES, VCS};
use super::sips::SipState;

impl PlainHws {
    pub(super) fn param0(&self) -> HwsParam0 {
        let sizes = HwsParam0::default().with_n_rs_masked(self.config.n_rs());
        sizes.with_n_dag_masked(self.config.n_dag())
    }

    pub(super) fn status(&self) -> HwsStatus {
        let attempt = rule!(AttemptNeverBusy, self.attempt.is_some(), false);
        let loading = rule!(LoaderNeverBusy, self.loading.is_some(), false);
        let loading = rule!(LoaderBusyWaiting, loading, loading || !self.hdr_fifo.is_empty());
        let resident = self.shown_resident();
        let entries = self.ready_station.len();
        let is_full = rule!(FullEarly, resident == entries, resident + 1 >= entries);
        HwsStatus::from_bits(0)
            .with_attempt_busy(attempt)
            .with_loader_busy(loading)
            .with_rs_empty(rule!(EmptyEarly, resident == 0, resident <= 1))
            .with_rs_full(rule!(FullNever, is_full, false))
            .with_cmd_pending_masked(self.shown_commands())
            .with_rs_count_masked(rule!(ResidentWraps, resident as u32, resident as u32 & 31))
            .with_rtask_count_masked(self.shown_r_tasks())
            .with_hdr_count_masked(self.shown_hdr_count())
    }

    /// RS_EMPTY, RS_FULL and RS_COUNT are of all valid entries.
    fn shown_resident(&self) -> usize {
        let resident = self.kernels().count();
        let with_sips = self.kernels().filter(|(_, kernel)| kernel.td.enable_sip_alloc).count();
        let not_r = self.kernels().filter(|(_, kernel)| !kernel.r_flag).count();
        let counted = rule!(ResidentWithSips, resident, with_sips);
        let counted = rule!(ResidentNotR, counted, not_r);
        rule!(ResidentAndLoading, counted, counted + usize::from(self.loading.is_some()))
    }

    /// CMD_PENDING: 0 to 8.
    fn shown_commands(&self) -> u32 {
        let pending = self.commands.len() as u32;
        let shown = rule!(PendingSaturates, pending, pending.min(7));
        let shown = rule!(PendingFlag, shown, pending.min(1));
        rule!(PendingNever, shown, 0)
    }

    fn shown_r_tasks(&self) -> u32 {
        let r_tasks = self.kernels().filter(|(_, kernel)| kernel.r_flag).count() as u32;
        let shown = rule!(RTaskCountFlag, r_tasks, r_tasks.min(1));
        rule!(RTaskCountOfSips, shown, self.reserved_all.len())
    }

    /// HDR_COUNT: 0 to 16.
    fn shown_hdr_count(&self) -> u32 {
        let count = self.hdr_fifo.len() as u32;
        let of_source = match self.regs.hws_work_mode.in_path() {
            InPath::Hdr => count,
            InPath::Firmware => self.fw_task_fifo.len() as u32,
        };
        let shown = rule!(HdrCountWraps, count, count & 15);
        let shown = rule!(HdrCountOfSource, shown, of_source);
        rule!(HdrCountLoading, shown, count + u32::from(self.loading.is_some()))
    }

    pub(super) fn present_mask(&self) -> SipMask {
        rule!(
            PresentPacked,
            self.present(),
            SipMask(u32::MAX.checked_shr(32 - self.present().len()).unwrap_or(0))
        )
    }

    pub(super) fn mih_status(&self) -> MihStatus {
        let count = self.mih_fifo.len();
        let free = self.mih_room();
        MihStatus::from_bits(0)
            .with_count_masked(rule!(MihCountWraps, count, count & 63) as u32)
            .with_empty(rule!(MihEmptyEarly, count == 0, count <= 1))
            .with_full(rule!(MihFullEarly, count == params::MIH_FIFO, free < 2))
    }

    /// The head of the MIH FIFO; 0 when empty.
    pub(super) fn mih_head(&self) -> RawMih {
        let none = RawMih { dw0: 0, dw1: 0 };
        let head = self.mih_fifo.front().copied().unwrap_or(none);
        let newest = self.mih_fifo.back().copied().unwrap_or(none);
        let head = rule!(MihNewest, head, newest);
        rule!(MihWordsSwapped, head, RawMih { dw0: head.dw1, dw1: head.dw0 })
    }

    /// Of all 32 SIPs, present or not; an owned SIP reads idle (§8.4).
    pub(super) fn idle_mask(&self) -> SipMask {
        let idle = rule!(IdlePresent, self.idle(), self.idle() & self.present());
        rule!(IdleNotOwned, idle, idle - self.fw_owned)
    }

    /// idle implies pre_idle (§7.1).
    pub(super) fn pre_idle_mask(&self) -> SipMask {
        let pre_idle = rule!(PreIdleNotIdle, self.pre_idle(), self.pre_idle() - self.idle());
        rule!(PreIdlePresent, pre_idle, pre_idle & self.present())
    }

    pub(super) fn ready_mask(&self) -> SipMask {
        let both = (self.idle() | self.pre_idle()) & self.present();
        let shown = rule!(ReadyMaskEarly, self.ready(), both - self.fw_owned);
        let shown = rule!(ReadyMaskUnreserved, shown, shown - self.reserved_all);
        rule!(ReadyMaskOwned, shown, shown | self.fw_owned)
    }

    pub(super) fn pending_mask(&self) -> SipMask {
        let pending = self.sips_that(|sip| sip.pending.is_some());
        rule!(PendingMaskRunning, pending, self.sips_that(|sip| sip.running.is_some()))
    }

    pub(super) fn count_en_mask(&self) -> SipMask {
        let counts = self.sips_that(|sip| sip.count_en);
        let with_time = |sip: &SipState| sip.count_en && sip.remain > 0;
        let shown = rule!(CountEnWithTime, counts, self.sips_that(with_time));
        rule!(CountEnRunning, shown, self.sips_that(|sip| sip.running.is_some()))
    }

    pub(super) fn reserved_mask(&self) -> SipMask {
        rule!(ReservedMaskBusy, self.reserved_all, self.reserved_all - self.ready())
    }

    pub(super) fn shown_remain(&self, sip: usize) -> u32 {
        let SipState { remain, count_en, .. } = self.sips[sip];
        let shown = rule!(RemainOfCounting, remain, if count_en { remain } else { 0 });
        rule!(RemainInTicks, shown, remain.wrapping_mul(self.regs.time_unit.prescale() + 1))
    }

    /// The GRPn_REMAIN of a group.
    pub(super) fn shown_group(&self, group: u32, size: u32) -> u32 {
        let first = group * size;
        rule!(GroupShownFirst, self.group_remain(first, size), self.sips[first as usize].remain)
    }

    /// 0 when the SIP is not reserved.
    pub(super) fn rsv_thread_num(&self, sip: usize) -> RsvThreadNum {
        RsvThreadNum::from_bits(0).with_thread_num_masked(self.sips[sip].rsv_thread_num)
    }

    pub(super) fn sip_launch(&self, sip: usize) -> SipLaunch {
        let (running, pending) = (self.sips[sip].running, self.sips[sip].pending);
        let latest = pending.or(running);
        let running = rule!(SipRunningLatest, running, latest);
        let pending = rule!(SipPendingNever, pending, None);
        SipLaunch::from_bits(0)
            .with_running_valid(running.is_some())
            .with_running_masked(running.unwrap_or(0) as u32)
            .with_pending_valid(pending.is_some())
            .with_pending_masked(pending.unwrap_or(0) as u32)
    }

    /// VC_POOL_FREE: the free VCs of half a die's pool.
    pub(super) fn free_vcs(&self, die: usize, half: usize) -> u32 {
        let die = rule!(PoolsSwapped, die, DIES - 1 - die);
        let half = rule!(PoolHalvesSwapped, half, 1 - half);
        let first = half * (VCS / 2);
        let is_free = |vc: &usize| self.vc_pools[die].is_free[first + vc];
        let free = (0..VCS / 2).filter(is_free).fold(0, |bits, vc| bits | 1 << vc);
        rule!(PoolShowsTaken, free, !free)
    }

    /// CNT_CYCLE: ticks since reset.
    pub(super) fn shown_cycle(&self) -> u32 {
        let ticks = self.ticks_since_reset as u32;
        let next = rule!(CycleNext, ticks, ticks.wrapping_add(1));
        rule!(CycleLast, next, ticks.wrapping_sub(1))
    }
}
