//! The loader: from the ports to the Ready Station (§2).

use hws_model::{ErrorBit, Event, SharedMemory};
use hws_regs::{InPath, params};
use hws_types::{Notice, SipMask, Source, TD_WORDS, TaskDescriptor, TaskIds};

use super::PlainHws;
use super::grants::{l2_in_order, l2_requested, l2_sum, vc_in_order, vc_requested, vc_sum};
use super::kernel::{Kernel, entry_id};
use super::machine::{DIES, VGS};
use super::ports::Task;

/// The task whose descriptor is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loading {
    task: Task,
    ticks_left: u32,
    at_pop: AtPop,
}

/// What is looked at when the descriptor is read, as it was at the pop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AtPop {
    offset: u32,
    words: Option<[u32; TD_WORDS]>,
    entry: Option<usize>,
}

/// interfaces.md §1: FW_TASK_PUSH.CTX of a firmware task, the descriptor's ctx of an HDR task.
fn context(task: &Task, td: &TaskDescriptor) -> u8 {
    let ctx = rule!(CtxOfDescriptor, task.ctx.unwrap_or(td.ctx), td.ctx);
    rule!(CtxOfHdrZero, ctx, task.ctx.unwrap_or(0))
}

/// §2.2: `count` words from word `first` of the descriptor at `address` on; none if one is refused.
pub(super) fn read_words<const COUNT: usize>(
    memory: &mut dyn SharedMemory,
    address: u32,
    first: u32,
) -> Option<[u32; COUNT]> {
    let mut words = [0; COUNT];
    for (word, value) in (first..).zip(&mut words) {
        let read = memory.read_word(address.wrapping_add(4 * word)).ok();
        let read = rule!(RefusedWordIsZero, read, read.or(Some(0)));
        let read = rule!(RefusedFirstWordOnly, read, read.or((word > first).then_some(0)));
        *value = rule!(RefusedLastWordOnly, read, read.or((word + 1 < first + COUNT as u32).then_some(0)))?;
    }
    Some(words)
}

impl PlainHws {
    /// §2.2: pops a task, or advances the one in the loader towards its admission.
    pub(super) fn step_loader(&mut self, memory: &mut dyn SharedMemory) {
        let Some(loading) = &mut self.loading else {
            self.loading = if self.may_pop() { self.pop_task(memory) } else { None };
            return;
        };
        loading.ticks_left = loading.ticks_left.saturating_sub(1);
        let is_read = rule!(LoaderEarly, loading.ticks_left == 0, loading.ticks_left <= 1);
        if is_read && self.ready_station.iter().any(Option::is_none) {
            let loading = *loading;
            self.loading = None;
            self.shadow.loaded_at = Some(self.cycle);
            self.admit_or_reject(loading, memory);
            if rule!(LoaderNoGap, false, true) {
                self.loading = self.pop_task(memory);
            }
        }
    }

    /// §2.2: a free loader pops whatever the engine does.
    fn may_pop(&self) -> bool {
        let (is_enabled, is_deciding) = (self.regs.hws_ctrl.enable(), self.attempt.is_some());
        let rests = self.shadow.loaded_at.is_some_and(|at| at + 1 == self.cycle);
        rule!(LoaderNeedsEnable, true, is_enabled)
            && rule!(LoaderWaitsForAttempt, true, !is_deciding)
            && rule!(LoaderRests, true, !rests)
    }

    /// §2.1, §2.2: pops from the current source, if an entry is free.
    fn pop_task(&mut self, memory: &mut dyn SharedMemory) -> Option<Loading> {
        let free = self.ready_station.iter().filter(|entry| entry.is_none()).count();
        let is_full = rule!(LoaderKeepsOneFree, free == 0, free <= 1);
        let is_idle = self.hdr_fifo.is_empty() && self.fw_task_fifo.is_empty();
        if rule!(LoaderPopsWhenFull, is_full, is_full && is_idle) {
            return None;
        }
        let mut task = self.pop_source()?;
        if task.ctx.is_some() {
            task.td_addr = rule!(TdAddrLate, task.td_addr, self.regs.fw_task_td_addr.addr());
        }
        let offset = self.regs.tdp_cfg.offset();
        let reads_now = rule!(ReadAtPop, false, true);
        let words = if reads_now { read_words(memory, task.td_addr.wrapping_add(offset), 0) } else { None };
        let at_pop = AtPop { offset, words, entry: self.ready_station.iter().position(Option::is_none) };
        let ticks_left = rule!(LoaderLate, params::TD_READ_CYCLES, params::TD_READ_CYCLES + 1);
        Some(Loading { task, ticks_left, at_pop })
    }

    /// §2.2: byte address td_addr + TDP_CFG.OFFSET.
    fn descriptor_address(&self, loading: Loading) -> u32 {
        let offset = rule!(OffsetIgnored, self.regs.tdp_cfg.offset(), 0);
        let offset = rule!(OffsetOfPop, offset, loading.at_pop.offset);
        let offset = rule!(OffsetInWords, offset, offset.wrapping_mul(4));
        let td_addr = loading.task.td_addr;
        let now = self.regs.fw_task_td_addr.addr();
        let is_firmware = loading.task.ids.source == Source::Firmware;
        let td_addr = rule!(FirmwareAddressNow, td_addr, if is_firmware { now } else { td_addr });
        let address = rule!(AddressSaturates, td_addr.wrapping_add(offset), td_addr.saturating_add(offset));
        rule!(AddressAligned, address, address & !3)
    }

    fn admit_or_reject(&mut self, loading: Loading, memory: &mut dyn SharedMemory) {
        let (task, address) = (loading.task, self.descriptor_address(loading));
        let words = if rule!(ReadAtPop, false, true) {
            loading.at_pop.words
        } else if rule!(LastWordNotRead, false, true) {
            read_without_last_word(memory, address)
        } else {
            read_words::<TD_WORDS>(memory, address, 0)
        };
        let td = words.map(|words| TaskDescriptor::decode(&words));
        if let Some(td) = td
            && rule!(RejectTakesSlot, false, self.dag_slot_of_tag(td.dag_tag).is_none())
        {
            self.dag_slot_for_tag(td.dag_tag);
        }
        let checked = match td {
            Some(td) => self.check(&td).map(|()| td),
            None => Err(ErrorBit::TdRead),
        };
        match checked {
            Ok(td) => self.admit(loading, address, td),
            Err(bit) => self.reject(task, bit, td),
        }
    }

    /// §2.3: drops the task, with an error, a count and a message.
    fn reject(&mut self, task: Task, bit: ErrorBit, td: Option<TaskDescriptor>) {
        let mode = self.regs.hws_work_mode;
        let message_first = rule!(RejectMessageFirst, false, true);
        let code = rule!(ErrorNextCode, bit.code(), bit.code().wrapping_add(1));
        let code = rule!(RejectCodeZero, code, 0);
        let ids = rule!(RejectMessageNameless, task.ids, TaskIds { hdr_id: 0, hdr_entry_id: 0, ..task.ids });
        let block_id = rule!(RejectNamesBlock, 0, td.map_or(0, |td| td.start_block_idx));
        let reports = rule!(RejectNotReported, true, false);
        let reports = rule!(RejectNeedsReportEn, reports, mode.report_en());
        let reports = rule!(RejectNeedsOutMih, reports, td.is_none_or(|td| self.mih_path(&td)));
        let reports = rule!(RejectReadSilent, reports, td.is_some());
        if reports && message_first {
            self.send_notice(ids, block_id, Notice::Error { code });
        }
        if rule!(RejectWithoutError, true, false) {
            self.error(bit, rule!(RejectNameless, task.ids, TaskIds::default()));
        }
        self.next_kernel_seq =
            rule!(RejectTakesSeq, self.next_kernel_seq, self.next_kernel_seq.wrapping_add(1));
        let count = rule!(RejectNotCounted, 1, 0);
        let count = rule!(RejectReadNotCounted, count, u32::from(td.is_some()));
        self.counters.task_reject = self.counters.task_reject.wrapping_add(count);
        if reports && !message_first {
            self.send_notice(ids, block_id, Notice::Error { code });
        }
    }

    /// §2.2: the lowest entry that is free now.
    fn entry_to_admit(&self, loading: Loading) -> usize {
        let is_free = |entry: &usize| self.ready_station[*entry].is_none();
        let num = self.ready_station.len();
        let youngest = || self.kernels().max_by_key(|(_, kernel)| kernel.seq).map_or(0, |(entry, _)| entry);
        let free = rule!(AdmitHighest, (0..num).find(is_free), (0..num).rfind(is_free));
        let free = rule!(AdmitEntryOfPop, free, loading.at_pop.entry.filter(is_free).or(free));
        let after = |first: usize| (first..first + num).map(|entry| entry % num).find(is_free);
        rule!(AdmitRoundRobin, free, after(youngest())).expect("the loader waits for a free entry")
    }

    /// §2.4, §2.5.
    fn admit(&mut self, loading: Loading, address: u32, td: TaskDescriptor) {
        let task = loading.task;
        let entry = self.entry_to_admit(loading);
        let dag_slot = self.dag_slot_of_newcomer(&td);
        if rule!(TableFullRejects, false, dag_slot.is_none()) {
            return self.reject(task, ErrorBit::DagTableFull, Some(td));
        }
        let kernel = self.new_kernel(task, address, td, dag_slot);
        let kernel = self.with_remains_of_the_former(entry, kernel);
        let event = Event::Admit { entry: entry_id(entry), seq: kernel.seq, kernel_id: td.kernel_id };
        self.ready_station[entry] = Some(kernel);
        let is_first = rule!(TableFullFirst, true, dag_slot.is_some());
        if is_first {
            self.emit(event);
        }
        match dag_slot {
            Some(slot) => self.join_dag(entry, slot),
            None => self.note_full_table(task.ids),
        }
        if !is_first {
            self.emit(event);
        }
    }

    fn new_kernel(
        &mut self,
        task: Task,
        address: u32,
        td: TaskDescriptor,
        dag_slot: Option<usize>,
    ) -> Kernel {
        let seq = self.next_kernel_seq;
        self.next_kernel_seq = seq.wrapping_add(1);
        let from_firmware = task.ids.source == Source::Firmware;
        let path = self.regs.hws_work_mode.in_path();
        let now = if path == InPath::Firmware { Source::Firmware } else { Source::Hdr };
        let source = rule!(SourceNow, task.ids.source, now);
        let source = rule!(SourceHdr, source, Source::Hdr);
        let (l2_done, vc_done) = (l2_in_order(td.l2_done), vc_in_order(td.vc_done));
        let (l2_granted, vc_granted) = (l2_sum(l2_done), vc_sum(vc_done));
        Kernel {
            td,
            address,
            td_addr: task.td_addr,
            ctx: context(&task, &td).into(),
            ids: TaskIds { source, ..task.ids },
            seq: rule!(SeqFromOne, seq, seq.wrapping_add(1)),
            age: seq,
            offline_priority: td.offline_priority,
            online_priority: rule!(OnlineOfDescriptor, 0, td.offline_priority),
            launched: 0,
            trigger: first_trigger(&td, from_firmware),
            fail_times: 0,
            r_flag: false,
            reserved: SipMask::EMPTY,
            dag_slot,
            l2_done,
            l2_used: [0; VGS],
            vc_done,
            vc_used: [0; DIES],
            l2_granted,
            vc_granted,
            l2_requested: l2_requested(&td, l2_granted),
            vc_requested: vc_requested(&td, vc_granted),
        }
    }

    /// A wrong reading of §2.4: the entry keeps something of the kernel that was in it before.
    fn with_remains_of_the_former(&self, entry: usize, kernel: Kernel) -> Kernel {
        let Some(former) = self.shadow.former[entry].as_ref() else { return kernel };
        Kernel {
            fail_times: rule!(FormerFailTimes, kernel.fail_times, former.fail_times),
            online_priority: rule!(FormerOnline, kernel.online_priority, former.online_priority),
            trigger: rule!(FormerTrigger, kernel.trigger, former.trigger.min(kernel.block_num())),
            age: rule!(FormerAge, kernel.age, former.age),
            l2_used: rule!(FormerL2Used, kernel.l2_used, former.l2_used),
            vc_used: rule!(FormerVcUsed, kernel.vc_used, former.vc_used),
            l2_requested: rule!(FormerL2Requested, kernel.l2_requested, former.l2_requested),
            vc_requested: rule!(FormerVcRequested, kernel.vc_requested, former.vc_requested),
            ..kernel
        }
    }
}

/// §2.4: trigger = min(td.block_trigger_cnt, block_num).
fn first_trigger(td: &TaskDescriptor, from_firmware: bool) -> u32 {
    let limited = td.block_trigger_cnt.min(td.block_num);
    let trigger = rule!(TriggerUnlimited, limited, td.block_trigger_cnt);
    let trigger = rule!(TriggerZero, trigger, 0);
    let trigger = rule!(TriggerAll, trigger, td.block_num);
    let trigger = rule!(TriggerOfFirmwareAll, trigger, if from_firmware { td.block_num } else { trigger });
    let from_start = td.block_trigger_cnt.saturating_sub(td.start_block_idx).min(td.block_num);
    rule!(TriggerLessStart, trigger, from_start).into()
}

/// A wrong reading of §2.2: 15 words.
fn read_without_last_word(memory: &mut dyn SharedMemory, address: u32) -> Option<[u32; TD_WORDS]> {
    let mut words = [0; TD_WORDS];
    words[..TD_WORDS - 1].copy_from_slice(&read_words::<{ TD_WORDS - 1 }>(memory, address, 0)?);
    Some(words)
}
