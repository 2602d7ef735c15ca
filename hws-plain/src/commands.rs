//! Commands: queued by their write, retired at a boundary in the order written (§8).

use std::collections::VecDeque;

use hws_model::{CommandKind, ErrorBit, Event, SharedMemory};
use hws_regs::{
    BlockTriggerCnt, DagCmd, DagCmdStatus, DagResult, Op, RegIndex, TdRefresh,
    params::{self, N_RS},
};
use hws_types::SipMask;

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

/// An entry and the ids (hdr_id, hdr_entry_id) that its kernel must have with CHECK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedEntry {
    pub(super) entry: usize,
    pub(super) ids: (u32, u32),
    pub(super) check: bool,
}

impl Command {
    pub(super) fn trigger(entry: RegIndex<N_RS>, written: BlockTriggerCnt) -> Self {
        let ids = (written.hdr_id(), written.entry_id());
        let check = rule!(CheckByRefreshOnly, written.check(), false);
        let count = rule!(TriggerNarrow, written.count(), written.count() & 0xFF);
        Self::Trigger { named: NamedEntry { entry: entry.into(), ids, check }, count }
    }

    pub(super) fn refresh(written: TdRefresh) -> Self {
        let ids = (written.hdr_id(), written.entry_id());
        let check = rule!(CheckByTriggerOnly, written.check(), false);
        Self::Refresh { named: NamedEntry { entry: written.entry() as usize, ids, check } }
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
        let has_room = rule!(QueueLong, has_room, self.commands.len() <= params::CMD_QUEUE);
        if has_room {
            self.commands.push_back(command);
            self.retire_at_write();
            return true;
        }
        if rule!(QueueDropsOldest, false, true) {
            self.commands.pop_front();
            self.commands.push_back(command);
        }
        if rule!(OverflowSilent, true, false) {
            self.error_of_nobody(ErrorBit::CmdOverflow);
        }
        false
    }

    /// A wrong reading of §1.3: a command that needs no memory acts at its write.
    fn retire_at_write(&mut self) {
        let needs_no_memory = |command: &Command| !matches!(command, Command::Refresh { .. });
        if rule!(CommandsAtWrite, false, self.commands.iter().all(needs_no_memory)) {
            self.retire_commands(&mut ());
        }
    }

    /// A write of DAG_CMD: the operands are captured, and DAG_CMD_STATUS refers to this command from now on.
    pub(super) fn write_dag_cmd(&mut self, written: DagCmd) {
        self.dag_cmds_written += 1;
        let number = self.dag_cmds_written;
        let tag = self.regs.dag_cmd_tag.tag() as u16;
        let tag = rule!(TagNarrow, tag, tag & 0xFF);
        let command = match written.op() {
            Some(Op::Init) => {
                let total = self.regs.dag_cmd_total.total();
                let total = rule!(TotalNarrow, total, total & 0xFFFF);
                Command::DagInit { number, tag, total, is_dynamic: written.dynamic() }
            }
            // An illegal value is ignored whole.
            Some(Op::Reset) | None => Command::DagReset { number, tag },
        };
        let (before, none) = (self.dag_cmd_status, DagCmdStatus::from_bits(0));
        let waiting = none.with_busy(rule!(StatusNeverBusy, true, false));
        self.dag_cmd_status = rule!(StatusKeepsResult, waiting, before.with_busy(true));
        if !self.queue(command) {
            self.dag_cmd_status = rule!(StatusNotDropped, none.with_result(DagResult::Dropped), before);
            self.dag_cmds_written -= rule!(StatusAfterDrop, 0, 1);
        }
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
                let is_first = rule!(CommandAfterEffect, true, false);
                if is_first {
                    self.retired(CommandKind::Trigger, 0);
                }
                self.trigger(named, count);
                if !is_first {
                    self.retired(CommandKind::Trigger, 0);
                }
            }
            Command::Refresh { named } => {
                self.retired(CommandKind::Refresh, 0);
                self.refresh(named, memory);
            }
            Command::Claim { mask } => self.claim(mask),
            Command::Release { mask } => self.release(mask),
        }
    }

    pub(super) fn retired(&mut self, kind: CommandKind, result: u32) {
        self.emit(Event::Command { kind, result });
    }

    /// Only the last DAG command written still changes DAG_CMD_STATUS (registers.md).
    fn end_dag_cmd(&mut self, kind: CommandKind, number: u64, result: DagResult) {
        if rule!(StatusOfOlder, number == self.dag_cmds_written, true) {
            self.dag_cmd_status = DagCmdStatus::from_bits(0).with_result(result);
        }
        self.retired(kind, result.bits());
    }
}
