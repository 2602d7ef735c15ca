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
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Copy, Debug)]
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
        let has_room = self.commands.len() < params::CMD_QUEUE;
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
        let queued: VecDeque<Command> = std::mem::take(&mut self.commands);
        for command in queued {
            self.retire(command, memory);
        }
    }

    fn retire(&mut self, command: Command, memory: &mut dyn SharedMemory) {
        match command {
            Command::DagInit { number, tag, total, is_dynamic } => {
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
                self.fw_owned -= mask;
                self.retired(CommandKind::Release, 0);
            }
        }
    }

    fn retired(&mut self, kind: CommandKind, result: u32) {
        self.emit(Event::Command { kind, result });
    }

    /// Only the last DAG command written still changes DAG_CMD_STATUS (registers.md).
    fn end_dag_cmd(&mut self, kind: CommandKind, number: u64, result: DagResult) {
        if number == self.dag_cmds_written {
            self.dag_cmd_status = DagCmdStatus::from_bits(0).with_result(result);
        }
        self.retired(kind, result.bits());
    }

    /// §8.1.
    fn dag_init(&mut self, tag: u16, total: u32, is_dynamic: bool) -> DagResult {
        let Some(slot) = self.dag_slot_for_tag(tag) else { return DagResult::TableFull };
        let dag = self.dag[slot].as_mut().expect("the slot was just found");
        (dag.total, dag.is_dynamic) = (total, is_dynamic);
        DagResult::Ok
    }

    /// §8.2.
    fn dag_reset(&mut self, tag: u16) -> DagResult {
        let Some(slot) = self.dag_slot_of_tag(tag) else { return DagResult::NotFound };
        let is_in_use = self.kernels().any(|(_, kernel)| kernel.td.dag_tag == tag);
        if !is_in_use {
            self.dag[slot] = None;
            return DagResult::Ok;
        }
        let dag = self.dag[slot].as_mut().expect("the slot was just found");
        (dag.total, dag.finish, dag.cp_priority, dag.is_dynamic) = (0, 0, 0, false);
        DagResult::Busy
    }

    /// §8.3: the entry is valid and, with CHECK, still holds the kernel that was meant.
    fn find(&mut self, named: NamedEntry) -> Option<usize> {
        let kernel = self.ready_station.get(named.entry).and_then(Option::as_ref);
        let is_meant = kernel.is_some_and(|kernel| {
            let ids = (kernel.ids.hdr_id.into(), kernel.ids.hdr_entry_id.into());
            named.check.is_none_or(|expected| expected == ids)
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
        let is_regress = count < kernel.trigger;
        kernel.trigger = kernel.trigger.max(count.min(kernel.block_num()));
        if is_regress {
            self.error(ErrorBit::TriggerRegress, ids);
        }
    }

    /// §8.3 REFRESH.
    fn refresh(&mut self, named: NamedEntry, memory: &mut dyn SharedMemory) {
        if let Some(entry) = self.find(named) {
            self.read_live_words(entry, self.second_resources_are_on(), memory);
        }
    }

    /// §8.4 CLAIM.
    fn claim(&mut self, mask: SipMask) {
        let free = (self.present() & self.idle()) - self.reserved_all - self.fw_owned;
        self.fw_refused = mask - free;
        self.fw_owned |= mask & free;
        self.retired(CommandKind::Claim, self.fw_refused.0);
    }
}
