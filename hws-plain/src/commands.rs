//! Commands: queued by their write, retired at a boundary in the order written (§8).

use std::collections::VecDeque;

use hws_model::{CommandKind, ErrorBit, Event, SharedMemory};
use hws_regs::{
    BlockTriggerCnt, DagCmd, DagCmdStatus, DagResult, Op, RegIndex, TdRefresh,
    params::{self, N_RS},
};
use hws_types::{SipMask, TaskIds};

use super::PlainHws;

/// A queued command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `number`: how many DAG commands were written before.
    DagInit {
        number: u64,
        tag: u16,
        total: u32,
        is_dynamic: bool,
    },
    DagReset {
        number: u64,
        tag: u16,
    },
    Trigger {
        named: NamedEntry,
        count: u32,
    },
    Refresh {
        named: NamedEntry,
    },
    Claim {
        mask: SipMask,
    },
    Release {
        mask: SipMask,
    },
}

/// An entry and, with CHECK, the ids (hdr_id, hdr_entry_id) that its kernel must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedEntry {
    entry: usize,
    check: Option<(u32, u32)>,
}

impl Command {
    pub(super) fn trigger(entry: RegIndex<N_RS>, written: BlockTriggerCnt) -> Self {
        let check = written.check().then(|| (written.hdr_id(), written.entry_id()));
        Self::Trigger { named: NamedEntry { entry: entry.into(), check }, count: written.count() }
    }

    pub(super) fn refresh(written: TdRefresh) -> Self {
        let check = written.check().then(|| (written.hdr_id(), written.entry_id()));
        Self::Refresh { named: NamedEntry { entry: written.entry() as usize, check } }
    }
}

impl PlainHws {
    /// §8: returns `false` if the queue is full; the command is dropped then.
    pub(super) fn queue(&mut self, command: Command) -> bool {
        let has_room = rule!(
            QueueShort,
            self.commands.len() < params::CMD_QUEUE,
            self.commands.len() + 1 < params::CMD_QUEUE
        );
        if has_room {
            self.commands.push_back(command);
        } else {
            self.error_of_nobody(ErrorBit::CmdOverflow);
        }
        has_room
    }

    /// A write of DAG_CMD: the operands are captured, and DAG_CMD_STATUS refers to this command from now on.
    pub(super) fn write_dag_cmd(&mut self, written: DagCmd) {
        self.dag_cmds_written += 1;
        let number = self.dag_cmds_written;
        let tag = self.regs.dag_cmd_tag.tag() as u16;
        let command = match written.op() {
            Some(Op::Init) => {
                let total = self.regs.dag_cmd_total.total();
                Command::DagInit { number, tag, total, is_dynamic: written.dynamic() }
            }
            Some(Op::Reset) => Command::DagReset { number, tag },
            None => unreachable!("a write of an illegal value is ignored whole"),
        };
        let status = DagCmdStatus::from_bits(0);
        self.dag_cmd_status =
            if self.queue(command) { status.with_busy(true) } else { status.with_result(DagResult::Dropped) };
    }

    pub(super) fn retire_commands(&mut self, memory: &mut dyn SharedMemory) {
        let mut queued: VecDeque<Command> = std::mem::take(&mut self.commands);
        if rule!(CommandsOneByOne, false, queued.len() > 1) {
            self.commands = queued.split_off(1);
        }
        if rule!(CommandsReversed, false, queued.len() > 1) {
            queued.make_contiguous().reverse();
        }
        for command in queued {
            self.retire(command, memory);
        }
    }

    fn retire(&mut self, command: Command, memory: &mut dyn SharedMemory) {
        match command {
            Command::DagInit { number, tag, total, is_dynamic } => {
                let tag = rule!(OperandsLate, tag, self.regs.dag_cmd_tag.tag() as u16);
                let total = rule!(OperandsLate, total, self.regs.dag_cmd_total.total());
                let result = self.dag_init(tag, total, is_dynamic);
                self.end_dag_cmd(CommandKind::DagInit, number, result);
            }
            Command::DagReset { number, tag } => {
                let result = self.dag_reset(tag);
                self.end_dag_cmd(CommandKind::DagReset, number, result);
            }
            Command::Trigger { named, count } => {
                self.retired(CommandKind::Trigger, 0);
                self.trigger(named, count);
            }
            Command::Refresh { named } => {
                self.retired(CommandKind::Refresh, 0);
                self.refresh(named, memory);
            }
            Command::Claim { mask } => self.claim(mask),
            Command::Release { mask } => {
                self.fw_owned -= rule!(ReleaseAll, mask, SipMask(u32::MAX));
                self.fw_refused = rule!(ReleaseClearsRefused, self.fw_refused, SipMask::EMPTY);
                self.retired(CommandKind::Release, 0);
            }
        }
    }

    fn retired(&mut self, kind: CommandKind, result: u32) {
        self.emit(Event::Command { kind, result });
    }

    /// Only the last DAG command written still changes DAG_CMD_STATUS (registers.md).
    fn end_dag_cmd(&mut self, kind: CommandKind, number: u64, result: DagResult) {
        if rule!(StatusOfOlder, number == self.dag_cmds_written, true) {
            self.dag_cmd_status = DagCmdStatus::from_bits(0).with_result(result);
        }
        self.retired(kind, result.bits());
    }

    /// §8.1.
    fn dag_init(&mut self, tag: u16, total: u32, is_dynamic: bool) -> DagResult {
        let Some(slot) = self.dag_slot_for_tag(tag) else { return DagResult::TableFull };
        let dag = self.dag[slot].as_mut().expect("the slot was just found");
        let kept = dag.is_dynamic;
        let is_dynamic = rule!(InitOnlySetsDynamic, is_dynamic, is_dynamic || kept);
        dag.is_dynamic = rule!(InitKeepsDynamic, is_dynamic, kept);
        dag.cp_priority = rule!(InitClearsCp, dag.cp_priority, 0);
        dag.total = rule!(InitKeepsTotal, total, dag.total);
        dag.finish = rule!(InitClearsFinish, dag.finish, 0);
        DagResult::Ok
    }

    /// §8.2.
    fn dag_reset(&mut self, tag: u16) -> DagResult {
        let Some(slot) = self.dag_slot_of_tag(tag) else { return DagResult::NotFound };
        let is_in_use = self.kernels().any(|(_, kernel)| kernel.td.dag_tag == tag);
        let is_in_use = rule!(ResetKeepsSlot, is_in_use, true);
        if !is_in_use {
            self.dag[slot] = None;
            return DagResult::Ok;
        }
        let dag = self.dag[slot].as_mut().expect("the slot was just found");
        dag.total = rule!(ResetKeepsTotal, 0, dag.total);
        dag.finish = rule!(ResetKeepsFinish, 0, dag.finish);
        dag.cp_priority = rule!(ResetKeepsCp, 0, dag.cp_priority);
        dag.is_dynamic = rule!(ResetKeepsDynamic, false, dag.is_dynamic);
        DagResult::Busy
    }

    /// §8.3: the entry is valid and, with CHECK, still holds the kernel that was meant.
    fn find(&mut self, named: NamedEntry) -> Option<usize> {
        let kernel = self.ready_station.get(named.entry).and_then(Option::as_ref);
        let is_meant = kernel.is_some_and(|kernel| {
            let ids = (kernel.ids.hdr_id.into(), kernel.ids.hdr_entry_id.into());
            {
                let (hdr, entry): (u32, u32) = ids;
                let agrees = named.check.is_none_or(|expected| expected == (hdr, entry));
                let agrees =
                    rule!(CheckEntryOnly, agrees, named.check.is_none_or(|expected| expected.1 == entry));
                let agrees =
                    rule!(CheckHdrOnly, agrees, named.check.is_none_or(|expected| expected.0 == hdr));
                rule!(CheckIgnored, agrees, true)
            }
        });
        if !is_meant {
            self.error_of_nobody(ErrorBit::TriggerEntry);
        }
        is_meant.then_some(named.entry)
    }

    /// §8.3 TRIGGER.
    fn trigger(&mut self, named: NamedEntry, count: u32) {
        let Some(entry) = self.find(named) else { return };
        let kernel = self.kernel_mut(entry);
        let ids: TaskIds = kernel.ids;
        let is_regress = rule!(RegressStrict, count < kernel.trigger, count <= kernel.trigger);
        let new = rule!(TriggerNotLimited, count.min(kernel.block_num()), count);
        let new = rule!(TriggerReplaces, kernel.trigger.max(new), new);
        kernel.trigger = rule!(TriggerRefused, new, kernel.trigger);
        if rule!(RegressAccepted, is_regress, false) {
            self.error(ErrorBit::TriggerRegress, ids);
        }
    }

    /// §8.3 REFRESH.
    fn refresh(&mut self, named: NamedEntry, memory: &mut dyn SharedMemory) {
        if let Some(entry) = self.find(named) {
            self.read_live_words(
                entry,
                rule!(RefreshWithoutCounters, self.second_resources_are_on(), false),
                memory,
            );
        }
    }

    /// §8.4 CLAIM.
    fn claim(&mut self, mask: SipMask) {
        let idle = rule!(ClaimBusy, self.idle(), SipMask(u32::MAX));
        let idle = rule!(ClaimPreIdle, idle, self.idle() | self.pre_idle());
        let reserved = rule!(ClaimReserved, self.reserved_all, SipMask::EMPTY);
        let owned = rule!(ClaimOwnedAgain, self.fw_owned, SipMask::EMPTY);
        let free = (rule!(ClaimAbsent, self.present(), SipMask(u32::MAX)) & idle) - reserved - owned;
        let free = rule!(ClaimAllOrNothing, free, if free.contains(mask) { free } else { SipMask::EMPTY });
        self.fw_refused = rule!(RefusedAdds, mask - free, self.fw_refused | (mask - free));
        self.fw_owned |= mask & free;
        self.retired(CommandKind::Claim, self.fw_refused.0);
    }
}
