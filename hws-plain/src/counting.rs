//! The counters of attempts and launches (registers.md §7).

use hws_model::Pool;
use hws_types::SipMask;

use super::PlainHws;
use super::attempt::PlainChoice;
use super::kernel::Kernel;

impl PlainHws {
    /// CNT_ATTEMPT: COMMITs.
    pub(super) fn count_attempt(&mut self, launches: bool) {
        let count = rule!(AttemptNotCounted, 1, 0);
        let count = rule!(AttemptIfLaunched, count, launches.into());
        let count = rule!(AttemptOfFailureOnly, count, (!launches).into());
        let count = rule!(AttemptAtLatch, count, 0);
        self.counters.attempt = self.counters.attempt.wrapping_add(count);
    }

    /// A wrong CNT_ATTEMPT, which counts when an attempt starts.
    pub(super) fn count_latch(&mut self) {
        self.counters.attempt = self.counters.attempt.wrapping_add(rule!(AttemptAtLatch, 0, 1));
    }

    /// CNT_FAIL: attempts that chose nothing.
    pub(super) fn count_failure(&mut self, has_failed: bool, has_tasks: bool) {
        let counts = rule!(FailAlwaysCounted, has_failed, true);
        let counts = rule!(FailNotCounted, counts, false);
        let counts = rule!(FailNeedsPTask, counts, counts && has_tasks);
        let has_p_tasks = self.kernels().any(|(_, kernel)| !kernel.r_flag && kernel.is_eligible());
        let counts = rule!(FailIfEligible, counts, counts && has_p_tasks);
        self.counters.fail = self.counters.fail.wrapping_add(counts.into());
    }

    /// The counters of launches: a cooperative launch counts once.
    pub(super) fn count_launch(&mut self, choice: &PlainChoice) {
        let count = rule!(LaunchCountsBlocks, 1, choice.blocks.len() as u32);
        let by_pool = match counted_pool(choice.pool) {
            Pool::R => &mut self.counters.launch_r,
            Pool::P => &mut self.counters.launch_p,
            Pool::O => &mut self.counters.launch_o,
        };
        *by_pool = by_pool.wrapping_add(count);
        let (backfill, early) = (self.backfill_count(choice), self.early_count(choice));
        self.counters.backfill = self.counters.backfill.wrapping_add(backfill);
        self.counters.early = self.counters.early.wrapping_add(early);
    }

    /// CNT_BACKFILL: launches by P/O-tasks that took a reserved SIP.
    fn backfill_count(&self, choice: &PlainChoice) -> u32 {
        let reserved = self.reserved_all;
        let takes = choice.blocks.iter().any(|sips| sips.intersects(reserved));
        let only = choice.blocks.iter().all(|&sips| reserved.contains(sips));
        let is_backfill = rule!(BackfillCountsR, choice.pool != Pool::R, true) && takes;
        let is_backfill = rule!(BackfillOnlyReserved, is_backfill, is_backfill && only);
        let is_backfill = rule!(BackfillNotO, is_backfill, is_backfill && choice.pool != Pool::O);
        let is_backfill = rule!(BackfillNotOfP, is_backfill, is_backfill && choice.pool != Pool::P);
        let is_backfill = rule!(BackfillNotCounted, is_backfill, false);
        let blocks = choice.blocks.iter().filter(|sips| sips.intersects(reserved)).count();
        let all = if is_backfill { blocks as u32 } else { 0 };
        rule!(BackfillCountsBlocks, is_backfill.into(), all)
    }

    /// CNT_EARLY: launches with a block on at least one SIP not idle at COMMIT.
    fn early_count(&self, choice: &PlainChoice) -> u32 {
        let takes = |mask: SipMask| choice.blocks.iter().any(|sips| sips.intersects(mask));
        let is_early = rule!(EarlyNotCounted, takes(!self.idle()), false);
        let is_early = rule!(EarlyAtLatch, is_early, takes(!self.shadow.latched.idle));
        let first = choice.blocks.first().is_some_and(|sips| sips.intersects(!self.idle()));
        let is_early = rule!(EarlyCountsFirstBlock, is_early, first);
        let all = choice.blocks.iter().all(|sips| !sips.intersects(self.idle()));
        let is_early = rule!(EarlyAllSips, is_early, is_early && all);
        let is_early = rule!(EarlyNotR, is_early, is_early && choice.pool != Pool::R);
        let blocks = choice.blocks.iter().filter(|sips| sips.intersects(!self.idle())).count();
        rule!(EarlyCountsBlocks, is_early.into(), if is_early { blocks as u32 } else { 0 })
    }

    /// CNT_KERNEL_DONE: entries freed.
    pub(super) fn count_done(&mut self, kernel: &Kernel) {
        let count = rule!(DoneNotCounted, 1, 0);
        let count = rule!(DoneNotFirmware, count, if kernel.is_from_firmware() { 0 } else { count });
        let is_all = !kernel.td.enable_sip_alloc || kernel.launched == kernel.block_num();
        let count = rule!(DoneOfAllBlocks, count, if is_all { count } else { 0 });
        let count = rule!(DoneWithSlot, count, kernel.dag_slot.map_or(0, |_| count));
        let count = rule!(DoneCountsBlocks, count, kernel.block_num());
        self.counters.kernel_done = self.counters.kernel_done.wrapping_add(count);
    }
}

/// CNT_LAUNCH_R, CNT_LAUNCH_P, CNT_LAUNCH_O.
fn counted_pool(pool: Pool) -> Pool {
    let counted = rule!(LaunchRAsP, pool, if pool == Pool::R { Pool::P } else { pool });
    let counted = rule!(LaunchOAsP, counted, if pool == Pool::O { Pool::P } else { counted });
    let swapped = match pool {
        Pool::R => Pool::R,
        Pool::P => Pool::O,
        Pool::O => Pool::P,
    };
    rule!(LaunchPoolsSwapped, counted, swapped)
}
