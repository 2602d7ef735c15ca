//! The loader: from the ports to the Ready Station (§2).

use hws_model::{ErrorBit, Event, SharedMemory};
use hws_regs::{InPath, LaunchInfo, params};
use hws_types::{HdrPush, Notice, SipMask, Source, TD_WORDS, TaskDescriptor, TaskIds, ThreadNum};

use super::PlainHws;
use super::allocation::{Candidates, select};
use super::grants::{l2_in_order, l2_requested, l2_sum, vc_in_order, vc_requested, vc_sum};
use super::kernel::{Kernel, entry_id};
use super::machine::{DIES, VCS, VGS};
use super::second::Resources;

/// A task in a FIFO or in the loader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    ids: TaskIds,
    td_addr: u32,
    /// FW_TASK_PUSH.CTX; an HDR task has the context of its descriptor.
    ctx: Option<u8>,
}

/// The task whose descriptor is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loading {
    task: Task,
    ticks_left: u32,
}

impl Task {
    /// The port transfers four bits of hdr_id.
    pub(super) fn from_hdr(push: HdrPush) -> Self {
        let HdrPush { hdr_id, hdr_entry_id, td_addr } = push;
        let ids = TaskIds { source: Source::Hdr, hdr_id, hdr_entry_id };
        Self { ids, td_addr, ctx: None }
    }

    pub(super) fn from_firmware(ids: TaskIds, td_addr: u32, ctx: u8) -> Self {
        Self { ids, td_addr, ctx: Some(ctx) }
    }
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
        *value = memory.read_word(address.wrapping_add(4 * word)).ok()?;
    }
    Some(words)
}

impl PlainHws {
    /// §2.2: pops a task, or advances the one in the loader towards its admission.
    pub(super) fn step_loader(&mut self, memory: &mut dyn SharedMemory) {
        match &mut self.loading {
            None => self.loading = self.pop_task(),
            Some(loading) => {
                loading.ticks_left -= 1;
                if rule!(LoaderEarly, loading.ticks_left == 0, loading.ticks_left <= 1) {
                    let task = loading.task;
                    self.loading = None;
                    self.admit_or_reject(task, memory);
                    if rule!(LoaderNoGap, false, true) {
                        self.loading = self.pop_task();
                    }
                }
            }
        }
    }

    /// §2.1, §2.2: pops from the current source, if an entry is free.
    fn pop_task(&mut self) -> Option<Loading> {
        let free = self.ready_station.iter().filter(|entry| entry.is_none()).count();
        if rule!(LoaderKeepsOneFree, free == 0, free <= 1) {
            return None;
        }
        let task = match self.regs.hws_work_mode.in_path() {
            InPath::Hdr => self.hdr_fifo.pop_front(),
            InPath::Firmware => {
                let other = rule!(InPathFallsBack, false, self.fw_task_fifo.is_empty());
                if other { self.hdr_fifo.pop_front() } else { self.fw_task_fifo.pop_front() }
            }
        };
        let mut task = task?;
        if task.ctx.is_some() {
            task.td_addr = rule!(TdAddrLate, task.td_addr, self.regs.fw_task_td_addr.addr());
        }
        Some(Loading {
            task,
            ticks_left: rule!(LoaderLate, params::TD_READ_CYCLES, params::TD_READ_CYCLES + 1),
        })
    }

    fn admit_or_reject(&mut self, task: Task, memory: &mut dyn SharedMemory) {
        let address = task.td_addr.wrapping_add(rule!(OffsetIgnored, self.regs.tdp_cfg.offset(), 0));
        let address = rule!(AddressAligned, address, address & !3);
        let checked = match read_words::<TD_WORDS>(memory, address, 0) {
            Some(words) => {
                let td = TaskDescriptor::decode(&words);
                self.check(&td).map(|()| td)
            }
            None => Err(ErrorBit::TdRead),
        };
        match checked {
            Ok(td) => self.admit(task, address, td),
            Err(bit) => self.reject(task, bit),
        }
    }

    /// §2.3: the first check that fails.
    fn check(&self, td: &TaskDescriptor) -> Result<(), ErrorBit> {
        let (t, block_num) = (u32::from(td.thread_num), u32::from(td.block_num));
        let illegal = ThreadNum::new(t).is_none();
        let illegal = rule!(ThreadAny, illegal, t == 0 || t > 16);
        let illegal = rule!(ThreadPowers, illegal, illegal || !t.is_power_of_two());
        let illegal = rule!(ThreadNineRefused, illegal, illegal || t == 9);
        if rule!(ThreadTwelveRefused, illegal, illegal || t == 12) {
            return Err(ErrorBit::TdThreadNum);
        }
        let sip_num = self.clusters().sip_num;
        let is_wide = rule!(ClusterStrict, t > sip_num, t >= sip_num);
        if rule!(ClusterNotChecked, is_wide, false) {
            return Err(ErrorBit::TdCluster);
        }
        let end = u32::from(td.start_block_idx) + block_num;
        let is_long =
            rule!(BlockEndStrict, end > LaunchInfo::BLOCK_ID.max() + 1, end > LaunchInfo::BLOCK_ID.max());
        let is_long = rule!(BlockEndNotChecked, is_long, false);
        if block_num == 0 || is_long {
            return Err(ErrorBit::TdBlockNum);
        }
        if rule!(OutPathNotChecked, !td.out_path_mdma && !td.out_path_mih, false) {
            return Err(ErrorBit::TdOutPath);
        }
        let threads = block_num * t;
        let is_large = rule!(CoopStrict, threads > self.present().len(), threads >= self.present().len());
        if td.coop && rule!(CoopNotChecked, is_large, false) {
            return Err(ErrorBit::TdCoop);
        }
        if rule!(UnplaceableNotChecked, !self.is_placeable(td), false) {
            return Err(ErrorBit::TdUnplaceable);
        }
        Ok(())
    }

    /// §2.3 TD_UNPLACEABLE: the kernel could be launched, or finish, on the empty machine.
    fn is_placeable(&self, td: &TaskDescriptor) -> bool {
        let second_resources = self.regs.enable_second_rsc_sch.enable();
        if !td.enable_sip_alloc && (!td.enable_l2_alloc || !second_resources) {
            return false;
        }
        let hws_takes_vcs = td.enable_vc_alloc && td.vc_hw_alloc;
        if hws_takes_vcs && usize::from(td.cdte_vc_num) > VCS {
            return false;
        }
        let now = || self.resources_of_pools(td);
        let pools = || rule!(PlaceableNow, Resources::empty_vc_pools(td), now());
        let resources = if hws_takes_vcs { pools() } else { Resources::not_needed() };
        let present = rule!(PlaceableAbsent, self.present(), SipMask(u32::MAX));
        let idle = rule!(PlaceableIdle, SipMask(u32::MAX), self.idle());
        let allowed = SipMask(td.affinity) & present & idle;
        let blocks = if td.coop { td.block_num } else { 1 };
        let candidates = Candidates { idle: allowed, pre_idle: None };
        select(td.thread_num.into(), blocks.into(), candidates, resources, self.clusters()).is_some()
    }

    fn reject(&mut self, task: Task, bit: ErrorBit) {
        let error_first = rule!(RejectMessageFirst, true, false);
        let ids = rule!(RejectNameless, task.ids, TaskIds::default());
        if error_first {
            self.error(bit, ids);
        }
        self.next_kernel_seq =
            rule!(RejectTakesSeq, self.next_kernel_seq, self.next_kernel_seq.wrapping_add(1));
        self.counters.task_reject = self.counters.task_reject.wrapping_add(rule!(RejectNotCounted, 1, 0));
        if rule!(RejectNotReported, true, false) {
            let code = rule!(ErrorNextCode, bit.code(), bit.code().wrapping_add(1));
            self.send_notice(task.ids, 0, Notice::Error { code });
        }
        if !error_first {
            self.error(bit, ids);
        }
    }

    /// §2.4, §2.5.
    fn admit(&mut self, task: Task, address: u32, td: TaskDescriptor) {
        let (lowest, highest) = (
            self.ready_station.iter().position(Option::is_none),
            self.ready_station.iter().rposition(Option::is_none),
        );
        let entry = rule!(AdmitHighest, lowest, highest).expect("only the loader takes entries");
        let dag_slot = self.dag_slot_for_tag(td.dag_tag);
        let kernel = self.new_kernel(task, address, td, dag_slot);
        let event = Event::Admit { entry: entry_id(entry), seq: kernel.seq, kernel_id: td.kernel_id };
        self.ready_station[entry] = Some(kernel);
        let is_first = rule!(TableFullFirst, true, dag_slot.is_some());
        if is_first {
            self.emit(event);
        }
        match dag_slot {
            Some(slot) => self.join_dag(entry, slot),
            None => {
                self.counters.task_reject =
                    self.counters.task_reject.wrapping_add(rule!(RejectCountsTableFull, 0, 1));
                self.error(ErrorBit::DagTableFull, rule!(TableFullNameless, task.ids, TaskIds::default()))
            }
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
        let (l2_done, vc_done) = (l2_in_order(td.l2_done), vc_in_order(td.vc_done));
        let (l2_granted, vc_granted) = (l2_sum(l2_done), vc_sum(vc_done));
        Kernel {
            td,
            address,
            td_addr: task.td_addr,
            ctx: context(&task, &td).into(),
            ids: task.ids,
            seq,
            offline_priority: td.offline_priority,
            online_priority: 0,
            launched: 0,
            trigger: rule!(TriggerUnlimited, td.block_trigger_cnt.min(td.block_num), td.block_trigger_cnt)
                .into(),
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

    /// §2.5: what a new kernel changes in its slot and for the other kernels of the slot.
    fn join_dag(&mut self, newcomer: usize, slot: usize) {
        let kernel = self.kernel(newcomer);
        let (on_cp, offline_priority) = (kernel.td.on_cp, kernel.offline_priority);
        let dag = self.dag[slot].as_mut().expect("the slot was just found");
        if rule!(CpOfAnyKernel, on_cp, true) {
            let highest = dag.cp_priority.max(offline_priority);
            dag.cp_priority = rule!(CpHighest, offline_priority, highest);
        }
        let boosts = rule!(BoostAlways, self.regs.dyn_dag_prio.age_boost(), true);
        if !rule!(BoostStatic, dag.is_dynamic, true) || !rule!(BoostNever, boosts, false) {
            return;
        }
        for (entry, other) in self.ready_station.iter_mut().enumerate() {
            let Some(other) = other else { continue };
            let is_of_dag = rule!(BoostAllDags, other.dag_slot == Some(slot), true)
                && rule!(BoostNotR, true, !other.r_flag);
            if rule!(BoostNewcomer, entry != newcomer, true) && is_of_dag {
                let boost = rule!(BoostTwo, 1, 2);
                let boosted = other.offline_priority.saturating_add(boost);
                let waits = rule!(
                    BoostWaitingOnly,
                    boosted,
                    if other.launched == 0 { boosted } else { other.offline_priority }
                );
                other.offline_priority = rule!(BoostWraps, waits, other.offline_priority.wrapping_add(boost));
            }
        }
    }
}
