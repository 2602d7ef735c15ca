//! Commands: queued by a write, retired at the next boundary in the order of the writes (scheduler.md §8).

use hws_regs::{DagCmdStatus, DagResult, params};
use hws_types::{Entry, SipMask};

use crate::fifo::Fifo;
use crate::live_words::reread;
use crate::memory::SharedMemory;
use crate::output::Output;
use crate::tables::Tables;
use crate::{CommandKind, ErrorBit, Event, EventSink};

/// The ids that the kernel in the entry must have, for a command with CHECK.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Expected {
    pub(crate) hdr_id: u8,
    pub(crate) hdr_entry_id: u8,
}

/// A DAG command with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) enum DagCommand {
    Init { tag: u16, total: u32, dynamic: bool },
    Reset { tag: u16 },
}

/// A queued command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) enum Command {
    /// `reports`: it is the last DAG command written, whose result DAG_CMD_STATUS shows.
    Dag {
        command: DagCommand,
        reports: bool,
    },
    Trigger {
        entry: Entry,
        count: u16,
        check: Option<Expected>,
    },
    Refresh {
        entry: Entry,
        check: Option<Expected>,
    },
    Claim(SipMask),
    Release(SipMask),
}

/// Anything, for the places of the queue that are free.
impl Default for Command {
    fn default() -> Self {
        Self::Release(SipMask::EMPTY)
    }
}

/// The command queue, and DAG_CMD_STATUS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct CommandQueue {
    queue: Fifo<Command, { params::CMD_QUEUE }>,
    dag_status: DagCmdStatus,
}

impl CommandQueue {
    pub(crate) fn new() -> Self {
        Self { queue: Fifo::new(), dag_status: DagCmdStatus::from_bits(0) }
    }

    /// An empty queue; DAG_CMD_STATUS is that of the last DAG command.
    #[cfg(feature = "serde")]
    pub(crate) fn idle(dag_status: DagCmdStatus) -> Self {
        Self { dag_status, ..Self::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    pub(crate) fn dag_status(&self) -> DagCmdStatus {
        self.dag_status
    }

    /// Queues a command, or drops it with CMD_OVERFLOW.
    pub(crate) fn push<S: EventSink>(&mut self, command: Command, out: &mut Output<'_, S>) {
        if self.queue.push(command).is_err() {
            out.error(ErrorBit::CmdOverflow, Default::default());
        }
    }

    /// Queues a DAG command. From now on DAG_CMD_STATUS shows its result, not that of earlier ones.
    pub(crate) fn push_dag<S: EventSink>(&mut self, command: DagCommand, out: &mut Output<'_, S>) {
        self.queue.for_each_mut(|queued| {
            if let Command::Dag { reports, .. } = queued {
                *reports = false;
            }
        });
        self.dag_status = match self.queue.room() {
            0 => with_result(DagResult::Dropped),
            _ => DagCmdStatus::from_bits(0).with_busy(true),
        };
        self.push(Command::Dag { command, reports: true }, out);
    }

    /// The queued commands, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Command> {
        self.queue.iter()
    }

    /// Retires all queued commands.
    pub(crate) fn retire_all<S: EventSink>(
        &mut self,
        tables: &mut Tables,
        memory: &mut (impl SharedMemory + ?Sized),
        out: &mut Output<'_, S>,
    ) {
        while let Some(command) = self.queue.pop() {
            match command {
                Command::Dag { command, reports } => {
                    let result = retire_dag(tables, command, out);
                    if reports {
                        self.dag_status = with_result(result);
                    }
                }
                Command::Trigger { entry, count, check } => trigger(tables, entry, count, check, out),
                Command::Refresh { entry, check } => refresh(tables, entry, check, memory, out),
                Command::Claim(mask) => claim(tables, mask, out),
                Command::Release(mask) => release(tables, mask, out),
            }
        }
    }
}

fn with_result(result: DagResult) -> DagCmdStatus {
    DagCmdStatus::from_bits(0).with_result(result)
}

fn retire_dag<S: EventSink>(tables: &mut Tables, command: DagCommand, out: &mut Output<'_, S>) -> DagResult {
    let (kind, result) = match command {
        DagCommand::Init { tag, total, dynamic } => {
            (CommandKind::DagInit, init_dag(tables, tag, total, dynamic))
        }
        DagCommand::Reset { tag } => (CommandKind::DagReset, reset_dag(tables, tag)),
    };
    out.event(Event::Command { kind, result: with_result(result).result_bits() });
    result
}

/// INIT (§8.1).
fn init_dag(tables: &mut Tables, tag: u16, total: u32, dynamic: bool) -> DagResult {
    let slot = tables.dags.find_or_allocate(tag);
    match slot.and_then(|slot| tables.dags.get_mut(slot)) {
        Some(dag) => {
            (dag.total, dag.dynamic) = (total, dynamic);
            DagResult::Ok
        }
        None => DagResult::TableFull,
    }
}

/// RESET (§8.2). The slot is kept while a resident kernel has the tag.
fn reset_dag(tables: &mut Tables, tag: u16) -> DagResult {
    let Some(slot) = tables.dags.find(tag) else { return DagResult::NotFound };
    if tables.rs.iter().any(|(_, kernel)| kernel.td.dag_tag == tag) {
        if let Some(dag) = tables.dags.get_mut(slot) {
            *dag = crate::dag_table::Dag { tag, ..Default::default() };
        }
        return DagResult::Busy;
    }
    tables.dags.free(slot);
    DagResult::Ok
}

/// Whether the command is meant for the kernel that is in the entry now; raises TRIGGER_ENTRY if not (§8.3).
fn is_addressed<S: EventSink>(
    tables: &Tables,
    entry: Entry,
    check: Option<Expected>,
    out: &mut Output<'_, S>,
) -> bool {
    let ids = tables.rs.get(entry).map(|kernel| kernel.ids);
    let matches = ids.is_some_and(|ids| {
        check.is_none_or(|check| check == Expected { hdr_id: ids.hdr_id, hdr_entry_id: ids.hdr_entry_id })
    });
    if !matches {
        out.error(ErrorBit::TriggerEntry, Default::default());
    }
    matches
}

fn trigger<S: EventSink>(
    tables: &mut Tables,
    entry: Entry,
    count: u16,
    check: Option<Expected>,
    out: &mut Output<'_, S>,
) {
    out.event(Event::Command { kind: CommandKind::Trigger, result: 0 });
    if !is_addressed(tables, entry, check, out) {
        return;
    }
    let Some(kernel) = tables.rs.get(entry) else { return };
    if count < kernel.trigger {
        out.error(ErrorBit::TriggerRegress, kernel.ids);
    }
    tables.rs.update(entry, |kernel| kernel.raise_trigger(count));
}

fn refresh<S: EventSink>(
    tables: &mut Tables,
    entry: Entry,
    check: Option<Expected>,
    memory: &mut (impl SharedMemory + ?Sized),
    out: &mut Output<'_, S>,
) {
    out.event(Event::Command { kind: CommandKind::Refresh, result: 0 });
    if is_addressed(tables, entry, check, out) {
        let with_counters = tables.second_resources();
        reread(&mut tables.rs, entry, with_counters, memory, out);
    }
}

/// CLAIM (§8.4).
fn claim<S: EventSink>(tables: &mut Tables, wanted: SipMask, out: &mut Output<'_, S>) {
    let free = (tables.present() & tables.sips.idle()) - tables.reservations.all();
    let refused = tables.ownership.claim(wanted, free);
    out.event(Event::Command { kind: CommandKind::Claim, result: refused.0 });
}

fn release<S: EventSink>(tables: &mut Tables, sips: SipMask, out: &mut Output<'_, S>) {
    tables.ownership.release(sips);
    out.event(Event::Command { kind: CommandKind::Release, result: 0 });
}
