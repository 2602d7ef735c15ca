//! COMMIT: the launch and its effects on the kernel (§6.1, §6.2, §6.4).

use hws_model::{Event, Pool, SharedMemory};
use hws_types::SipMask;

use super::PlainHws;
use super::attempt::{PlainChoice, PlainDecision, PlainPTask};
use super::kernel::Kernel;

/// A kernel that this COMMIT launched, as the promotion rules see it (§6.5).
#[derive(Clone, Copy, Debug)]
pub(super) struct Launched {
    pub(super) entry: usize,
    pub(super) pool: Pool,
    pub(super) on_cp: bool,
    pub(super) from_firmware: bool,
}

/// What promotion would find if it came first (§6.5).
#[derive(Clone, Debug)]
pub(super) struct BeforeLaunch {
    pub(super) r_tasks: usize,
    pub(super) fail_times: Vec<u32>,
}

impl PlainHws {
    /// §6: carries out what LATCH decided.
    pub(super) fn commit(&mut self, decision: &PlainDecision, memory: &mut dyn SharedMemory) {
        self.count_attempt(decision.choice.is_some());
        self.emit(Event::Commit { launched: decision.choice.is_some() });
        let before = self.before_launch();
        let choice = decision.choice.as_ref().filter(|choice| self.ready_station[choice.entry].is_some());
        let launched = choice.map(|choice| self.launch(choice, decision, memory));
        let has_tasks = !decision.p_pool.is_empty();
        self.count_failure(launched.is_none(), has_tasks);
        if rule!(FailureFailsAll, false, launched.is_none() && has_tasks) {
            self.fail(&decision.p_pool);
        }
        if rule!(FailureFailsFirst, false, launched.is_none() && has_tasks) {
            self.fail(&decision.p_pool[..1]);
        }
        if rule!(OnlineNeedsLaunch, true, launched.is_some()) {
            self.update_online_priorities(&decision.p_pool);
        }
        self.promote(&decision.p_pool, launched, &before);
        if rule!(CancelAfterCommit, false, !self.reserved_all.is_empty()) {
            self.cancel_stale_reservations();
        }
    }

    fn before_launch(&self) -> BeforeLaunch {
        let r_tasks = self.kernels().filter(|(_, kernel)| kernel.r_flag).count();
        let fail_times = |kernel: &Option<Kernel>| kernel.as_ref().map_or(0, |kernel| kernel.fail_times);
        BeforeLaunch { r_tasks, fail_times: self.ready_station.iter().map(fail_times).collect() }
    }

    /// A wrong reading of §6.4: these tasks have failed.
    fn fail(&mut self, tasks: &[PlainPTask]) {
        for task in tasks {
            if let Some(kernel) = &mut self.ready_station[task.entry] {
                kernel.fail_times = (kernel.fail_times + 1).min(0xFFFF);
            }
        }
    }

    /// §6.2 to §6.4.
    fn launch(
        &mut self,
        choice: &PlainChoice,
        decision: &PlainDecision,
        memory: &mut dyn SharedMemory,
    ) -> Launched {
        let entry = choice.entry;
        let (on_cp, from_firmware) = (self.kernel(entry).td.on_cp, self.kernel(entry).is_from_firmware());
        self.count_launch(choice);
        self.end_reservation(choice);
        let leaves = self.leaves_after(choice);
        let after = self.kernel(entry).launched + choice.blocks.len() as u32;
        for (number, &sips) in choice.blocks.iter().enumerate() {
            let kernel = self.kernel(entry);
            let leaves = rule!(LastOfKernel, leaves, after == kernel.block_num());
            let leaves = rule!(LastOfTrigger, leaves, after >= kernel.trigger);
            let is_last = leaves && rule!(LastOfLaunch, number + 1 == choice.blocks.len(), true);
            let is_last = rule!(LastOnFirst, is_last, leaves && number == 0);
            let is_last = rule!(LastNever, is_last, false);
            self.launch_block(choice, number, sips, decision.second_resources, is_last);
            self.kernel_mut(entry).launched += 1;
        }
        self.read_live_words_of_launch(entry, decision.second_resources, leaves, memory);
        self.count_blocks(entry, choice.blocks.len(), leaves);
        if rule!(FailAtEveryLaunch, false, !leaves) {
            self.count_overtaken(choice, decision);
        }
        if leaves {
            self.finish_kernel(choice, decision);
        }
        Launched { entry, pool: choice.pool, on_cp, from_firmware }
    }

    /// §6.2: a launched R-task is an R-task no longer.
    fn end_reservation(&mut self, choice: &PlainChoice) {
        let entry = choice.entry;
        let is_r_task = rule!(ReservationStays, self.kernel(entry).r_flag, false);
        let taken = choice.blocks.iter().fold(SipMask::EMPTY, |all, &sips| all | sips);
        let is_in_place = taken.contains(self.kernel(entry).reserved);
        if !is_r_task || rule!(ReservationStaysElsewhere, false, !is_in_place) {
            return;
        }
        let reserved = self.remove_reservation(entry);
        self.counters.cancel = self.counters.cancel.wrapping_add(rule!(CancelCountsLaunch, 0, 1));
        self.reserved_all |= rule!(ReservedMaskStays, SipMask::EMPTY, reserved);
        let kernel = self.kernel_mut(entry);
        kernel.reserved = rule!(ReservedStays, SipMask::EMPTY, reserved);
        kernel.fail_times = rule!(LaunchedRClearsFails, kernel.fail_times, 0);
    }

    /// §6.4: the launch is the last one of its kernel.
    fn leaves_after(&self, choice: &PlainChoice) -> bool {
        let kernel = self.kernel(choice.entry);
        let after = kernel.launched + choice.blocks.len() as u32;
        let is_whole = after == kernel.block_num();
        let leaves = is_whole || rule!(FirmwareStays, kernel.is_from_firmware(), false);
        rule!(LeavesAtTrigger, leaves, leaves || !kernel.td.coop && after >= kernel.trigger)
    }

    /// §6.4 b: progress of the DAG counts kernels, not blocks.
    fn count_blocks(&mut self, entry: usize, blocks: usize, leaves: bool) {
        let slot = self.kernel(entry).dag_slot;
        if rule!(FinishCountsLaunches, false, !leaves) {
            self.count_finish(slot);
        }
        for _ in 1..rule!(FinishCountsBlocks, 1, blocks) {
            self.count_finish(slot);
        }
    }

    /// §6.4.
    fn finish_kernel(&mut self, choice: &PlainChoice, decision: &PlainDecision) {
        self.count_overtaken(choice, decision);
        let kernel = self.kernel(choice.entry);
        let is_whole = rule!(FinishOfEveryTask, kernel.launched == kernel.block_num(), true);
        let is_whole = rule!(FinishNotOfFirmware, is_whole, is_whole && !kernel.is_from_firmware());
        let is_whole = rule!(FinishOfCpOnly, is_whole, is_whole && kernel.td.on_cp);
        if is_whole {
            let of_tag = self.dag_slot_of_tag(kernel.td.dag_tag);
            self.count_finish(rule!(FinishOfTag, kernel.dag_slot, of_tag));
        }
        self.free_entry(choice.entry);
    }

    /// §6.4 a: fail_times of the P-tasks that the finished kernel overtook.
    fn count_overtaken(&mut self, choice: &PlainChoice, decision: &PlainDecision) {
        let launched = self.kernel(choice.entry).clone();
        let position = decision.p_pool.iter().position(|task| task.entry == choice.entry);
        let others = decision.p_pool.iter().enumerate().filter(|(_, task)| task.entry != choice.entry);
        for (number, task) in others {
            let Some(kernel) = &mut self.ready_station[task.entry] else { continue };
            let is_before = position.is_none_or(|position| number < position);
            if is_overtaken(kernel, &launched, choice.pool, is_before)
                && rule!(FailOfFirstOnly, true, number == 0)
            {
                kernel.count_failure();
            }
        }
        self.count_others(choice, &launched, &decision.p_pool);
    }

    /// Wrong readings of §6.4 a: O- and R-tasks that are older fail, too.
    fn count_others(&mut self, choice: &PlainChoice, launched: &Kernel, p_pool: &[PlainPTask]) {
        for entry in 0..self.ready_station.len() {
            let is_p_task = p_pool.iter().any(|task| task.entry == entry);
            let Some(kernel) = &mut self.ready_station[entry] else { continue };
            let is_older = choice.pool != Pool::R && entry != choice.entry && kernel.is_older_than(launched);
            let is_o_task = !kernel.r_flag && !is_p_task && kernel.is_eligible();
            if rule!(FailOfOTasks, false, is_older && is_o_task)
                || rule!(FailOfRTasks, false, is_older && kernel.r_flag)
            {
                kernel.count_failure();
            }
        }
    }

    /// §6.2, §6.6: the kernel is no longer an R-task, and its SIPs are no longer reserved.
    pub(super) fn remove_reservation(&mut self, entry: usize) -> SipMask {
        let kernel = self.kernel_mut(entry);
        let reserved = kernel.reserved;
        kernel.r_flag = false;
        kernel.reserved = SipMask::EMPTY;
        self.reserved_all -= reserved;
        for sip in reserved.iter().filter(|_| rule!(ThreadNumStays, true, false)) {
            self.sips[sip.index()].rsv_thread_num = 0;
        }
        reserved
    }
}

/// §6.4 a: a launch from the O-pool overtakes every P-task, one from the P-pool those that are older.
fn is_overtaken(kernel: &Kernel, launched: &Kernel, pool: Pool, is_before: bool) -> bool {
    let is_older = kernel.is_older_than(launched);
    let is_overtaken = match pool {
        Pool::R => rule!(FailByR, false, is_older),
        Pool::P => {
            let by_p = rule!(FailOfYounger, rule!(FailOfAll, is_older, true), !is_older);
            rule!(FailOfHigher, by_p, is_before)
        }
        Pool::O => rule!(FailByOOfOlder, true, is_older),
    };
    let is_overtaken = rule!(FailNotByO, is_overtaken, is_overtaken && pool != Pool::O);
    let is_overtaken = rule!(FailNotByFirmware, is_overtaken, is_overtaken && !launched.is_from_firmware());
    let same_dag = kernel.dag_slot == launched.dag_slot;
    let is_overtaken = rule!(FailInDagOnly, is_overtaken, is_overtaken && same_dag);
    let is_overtaken = rule!(FailAcrossDagsOnly, is_overtaken, is_overtaken && !same_dag);
    let is_overtaken = rule!(FailOfOnCpOnly, is_overtaken, is_overtaken && kernel.td.on_cp);
    rule!(FailNotByP, is_overtaken, is_overtaken && pool != Pool::P)
}

impl Kernel {
    /// §6.4 a: fail_times += 1, saturating.
    fn count_failure(&mut self) {
        let next = (self.fail_times + 1).min(0xFFFF);
        let failures = rule!(FailSaturates, next, next.min(255));
        let failures = rule!(FailSaturatesAtFifteen, failures, next.min(15));
        self.fail_times = rule!(FailTwice, failures, (failures + 1).min(0xFFFF));
    }
}
