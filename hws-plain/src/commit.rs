//! COMMIT: the launch and its effects (§6.1 to §6.4).

use hws_model::{ErrorBit, Event, Pool, SharedMemory};
use hws_regs::{OutPath, params};
use hws_types::{LaunchId, SipMask, TaskDescriptor};

use super::PlainHws;
use super::attempt::{PlainChoice, PlainDecision};
use super::kernel::{Kernel, entry_id};
use super::loader::read_words;
use super::second::VcRun;
use super::sips::Launch;

/// A kernel that this COMMIT launched, as the promotion rules see it (§6.5).
#[derive(Clone, Copy, Debug)]
pub(super) struct Launched {
    pub(super) entry: usize,
    pub(super) pool: Pool,
    pub(super) on_cp: bool,
}

impl PlainHws {
    /// §6: carries out what LATCH decided.
    pub(super) fn commit(&mut self, decision: &PlainDecision, memory: &mut dyn SharedMemory) {
        self.count_attempt(decision.choice.is_some());
        self.emit(Event::Commit { launched: decision.choice.is_some() });
        let launched = decision.choice.as_ref().map(|choice| self.launch(choice, decision, memory));
        self.count_failure(launched.is_none());
        self.update_online_priorities(&decision.p_pool);
        self.promote(&decision.p_pool, launched);
    }

    /// §6.2 to §6.4.
    fn launch(
        &mut self,
        choice: &PlainChoice,
        decision: &PlainDecision,
        memory: &mut dyn SharedMemory,
    ) -> Launched {
        let entry = choice.entry;
        let on_cp = self.kernel(entry).td.on_cp;
        if rule!(ReservationStays, self.kernel(entry).r_flag, false) {
            self.remove_reservation(entry);
            self.counters.cancel = self.counters.cancel.wrapping_add(rule!(CancelCountsLaunch, 0, 1));
        }
        self.count_launch(choice);
        let after = self.kernel(entry).launched + choice.blocks.len() as u32;
        let kernel = self.kernel(entry);
        let from_firmware = rule!(FirmwareStays, kernel.is_from_firmware(), false);
        let leaves = after == kernel.block_num() || from_firmware;
        for (number, &sips) in choice.blocks.iter().enumerate() {
            let last_of_kernel = after == self.kernel(entry).block_num();
            let leaves = rule!(LastOfKernel, leaves, last_of_kernel);
            let is_last = leaves && rule!(LastOfLaunch, number + 1 == choice.blocks.len(), true);
            let is_last = rule!(LastOnFirst, is_last, leaves && number == 0);
            let is_last = rule!(LastNever, is_last, false);
            self.launch_block(choice, sips, decision.second_resources, is_last);
            self.kernel_mut(entry).launched += 1;
        }
        if rule!(LiveWordsNotRead, true, false) {
            let counters = decision.second_resources;
            let counters = rule!(LiveCountersNow, counters, self.second_resources_are_on());
            self.read_live_words(entry, rule!(LiveCountersNot, counters, false), memory);
        }
        if rule!(FailAtEveryLaunch, false, !leaves) {
            self.count_overtaken(choice, decision);
        }
        if leaves {
            self.finish_kernel(choice, decision);
        }
        Launched { entry, pool: choice.pool, on_cp }
    }

    /// §6.2: one block.
    fn launch_block(&mut self, choice: &PlainChoice, sips: SipMask, second_resources: bool, is_last: bool) {
        let now = self.second_resources_are_on();
        let uses = rule!(SecondAtCommit, second_resources, now);
        let run = if uses { self.use_resources(choice.entry, sips) } else { None };
        let launch = self.new_launch(self.kernel(choice.entry), sips, run);
        let launch_id = self.next_launch_id();
        self.launches[launch_id.index()] = Some(launch);
        self.emit(Event::Launch {
            entry: entry_id(choice.entry),
            seq: launch.kernel_seq,
            pool: choice.pool,
            block: launch.block_id,
            launch_id,
            sip_mask: sips,
        });
        let td = self.kernel(choice.entry).td;
        let commands_first = rule!(MessagesFirst, true, !launch.mih);
        if commands_first {
            self.start_sips(launch_id, &launch, &td);
        }
        let is_first = choice.blocks.first() == Some(&sips);
        if launch.mih && rule!(PairPerLaunch, true, is_first) {
            self.report_launch(choice, launch_id, &launch, is_last);
        }
        if !commands_first {
            self.start_sips(launch_id, &launch, &td);
        }
    }

    /// §6.2, §6.3: what the launch table records.
    fn new_launch(&self, kernel: &Kernel, sips: SipMask, run: Option<VcRun>) -> Launch {
        Launch {
            kernel_seq: kernel.seq,
            ids: kernel.ids,
            block_id: (u32::from(rule!(BlockFromZero, kernel.td.start_block_idx, 0)) + kernel.launched)
                as u16,
            sips,
            done: SipMask::EMPTY,
            mdma: self.mdma_path(&kernel.td),
            mih: self.mih_path(&kernel.td),
            asked: (kernel.td.out_path_mdma, kernel.td.out_path_mih),
            run,
        }
    }

    /// §6.2: the first free launch_id at or after the last one used + 1; the first ever is 0.
    fn next_launch_id(&mut self) -> LaunchId {
        let next = self.last_launch_id.map_or(0, |last| (last + 1) % params::N_LAUNCH);
        let first = rule!(LaunchIdLowest, next, 0);
        // One is always free, but for a wrong machine that forgets SIPs.
        let ids = (first..first + params::N_LAUNCH).map(|id| id % params::N_LAUNCH);
        let id = ids.into_iter().find(|&id| self.launches[id].is_none()).unwrap_or(first);
        self.last_launch_id = Some(id);
        LaunchId::wrapping(id as u32)
    }

    /// §6.2, §7.2: per SIP in ascending id, its state and one MDMA command if that path is on.
    fn start_sips(&mut self, launch_id: LaunchId, launch: &Launch, td: &TaskDescriptor) {
        let delay = self.regs.launch_sip_delay.units();
        let delay = rule!(DelayNarrow, delay, delay & 0xFFFF);
        for (thread_idx, sip) in (0..).zip(launch.sips.iter()) {
            let estimate = rule!(EstimateNotLoaded, td.est_exec_time, 0);
            let was_idle = self.attempt_idle.contains(sip.mask());
            let delay = rule!(DelayByLatch, delay, if was_idle { delay } else { 0 });
            self.sips[sip.index()].launch(launch_id.index(), estimate, delay);
            if launch.mdma {
                let command = self.mdma_command(thread_idx, sip, launch_id, launch, td);
                self.mdma_fifo.push_back(command);
                self.emit(Event::Mdma(command));
            }
        }
    }

    /// §6.2: mdma = td.out_path_mdma && OUT_PATH == 0.
    fn mdma_path(&self, td: &TaskDescriptor) -> bool {
        let by_mode = self.regs.hws_work_mode.out_path() == OutPath::Mdma;
        rule!(MdmaByModeOnly, td.out_path_mdma, true) && rule!(MdmaByTaskOnly, by_mode, true)
    }

    /// §6.2: mih = td.out_path_mih || OUT_PATH == 1 || REPORT_EN.
    pub(super) fn mih_path(&self, td: &TaskDescriptor) -> bool {
        let mode = self.regs.hws_work_mode;
        rule!(MihByModeOnly, td.out_path_mih, false)
            || rule!(MihWithoutMode, mode.out_path() == OutPath::Mih, false)
            || rule!(MihWithoutReportEn, mode.report_en(), false)
    }

    /// §6.3, §8.3: word 6, and with `counters` words 9 to 11, as one read.
    pub(super) fn read_live_words(&mut self, entry: usize, counters: bool, memory: &mut dyn SharedMemory) {
        let kernel = self.kernel(entry);
        let (ids, block_num) = (kernel.ids, kernel.block_num());
        let now = kernel.td_addr.wrapping_add(self.regs.tdp_cfg.offset());
        let address = rule!(LiveAddressNow, kernel.address, now);
        let trigger = read_words::<1>(memory, address, 6);
        let granted = if counters { read_words::<3>(memory, address, 9).map(Some) } else { Some(None) };
        let (Some([word_6]), Some(granted)) = (trigger, granted) else {
            return self.error(ErrorBit::TdRead, ids);
        };
        let new = u32::from(TaskDescriptor::decode_trigger(word_6));
        let kernel = self.kernel_mut(entry);
        let new = rule!(LiveTriggerUnlimited, new.min(block_num), new);
        kernel.trigger = rule!(LiveTriggerReplaces, kernel.trigger.max(new), new);
        if let Some(words) = granted {
            kernel.take_over_counters(words);
        }
    }

    /// §6.4.
    fn finish_kernel(&mut self, choice: &PlainChoice, decision: &PlainDecision) {
        self.count_overtaken(choice, decision);
        let kernel = self.kernel(choice.entry);
        if rule!(FinishOfEveryTask, kernel.launched == kernel.block_num(), true) {
            self.count_finish(kernel.dag_slot);
        }
        self.free_entry(choice.entry);
    }

    /// §6.4 a: fail_times of the P-tasks that the finished kernel overtook.
    fn count_overtaken(&mut self, choice: &PlainChoice, decision: &PlainDecision) {
        let launched = self.kernel(choice.entry).clone();
        for task in &decision.p_pool {
            let kernel = self.kernel_mut(task.entry);
            let is_older = kernel.is_older_than(&launched);
            let is_overtaken = match choice.pool {
                Pool::R => rule!(FailByR, false, is_older),
                Pool::P => rule!(FailOfYounger, rule!(FailOfAll, is_older, true), !is_older),
                Pool::O => rule!(FailByOOfOlder, true, is_older),
            };
            let is_overtaken = rule!(FailNotByO, is_overtaken, is_overtaken && choice.pool != Pool::O);
            let is_overtaken = rule!(FailNotByP, is_overtaken, is_overtaken && choice.pool != Pool::P);
            if task.entry != choice.entry && is_overtaken {
                let failures = rule!(
                    FailSaturates,
                    (kernel.fail_times + 1).min(0xFFFF),
                    (kernel.fail_times + 1).min(255)
                );
                kernel.fail_times = rule!(FailTwice, failures, (failures + 1).min(0xFFFF));
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
