//! Commands: each one that is retired, and each that is written (scheduler.md §8).

use hws_model::{CommandKind, ErrorBit, Event};
use hws_regs::{BlockTriggerCnt, DagCmd, Op, RegId, TdRefresh};
use hws_types::{Entry, Rule};

use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never, range};
use crate::coverage::step::Step;

const KINDS: &[&str] = &["DAG INIT", "DAG RESET", "TRIGGER", "REFRESH", "CLAIM", "RELEASE"];

/// A command as it is written.
#[derive(Clone, Copy, Debug)]
pub(in crate::coverage) struct QueuedCommand {
    kind: CommandKind,
    /// The operand of a trigger, a refresh, a claim or a release.
    operand: u32,
    entry: Option<u8>,
}

/// The write of a command.
pub(in crate::coverage) struct WrittenCommand {
    kind: CommandKind,
    /// Commands in the queue before.
    pending: u32,
    is_in_flight: bool,
}

type Written = PointSpec<WrittenCommand>;

pub(in crate::coverage) static WRITTEN: GroupSpec<WrittenCommand> = GroupSpec {
    name: "command_write",
    rule: Rule::Scheduler8,
    title: "the write of a command",
    points: &[
        Written::new("kind", Rule::Scheduler8, KINDS, |write| Some(write.kind as usize)),
        Written::new("queue", Rule::Scheduler8, &["empty", "1-7", "8: dropped"], |write| {
            range(write.pending.into(), &[0, 1, 8])
        }),
        Written::new("attempt", Rule::Scheduler1_3, &["none", "in flight"], |write| {
            answer(write.is_in_flight)
        }),
    ],
    crosses: &[
        CrossSpec::new("kind × queue", Rule::Scheduler8, &["kind", "queue"], &[]),
        CrossSpec::new("kind × attempt", Rule::Scheduler1_3, &["kind", "attempt"], &[]),
    ],
};

/// A retired command.
pub(in crate::coverage) struct RetiredCommand {
    kind: CommandKind,
    result: usize,
    check: Option<bool>,
    /// The number of commands retired at this boundary.
    together: u64,
}

type Retired = PointSpec<RetiredCommand>;

const RESULTS: &[&str] = &[
    "INIT OK",
    "INIT TABLE_FULL",
    "RESET OK",
    "RESET NOT_FOUND",
    "RESET BUSY",
    "TRIGGER",
    "TRIGGER clamped",
    "TRIGGER regress",
    "TRIGGER wrong entry",
    "REFRESH",
    "REFRESH refused",
    "REFRESH wrong entry",
    "CLAIM all",
    "CLAIM a part",
    "CLAIM none",
    "RELEASE",
];

pub(in crate::coverage) static RETIRED: GroupSpec<RetiredCommand> = GroupSpec {
    name: "command",
    rule: Rule::Scheduler8,
    title: "a retired command",
    points: &[
        Retired::new("kind", Rule::Scheduler8, KINDS, |command| Some(command.kind as usize)),
        Retired::new("result", Rule::Scheduler8, RESULTS, |command| Some(command.result)),
        Retired::new("check", Rule::Scheduler8_3, NO_YES, |command| command.check.and_then(answer)),
        Retired::new("together", Rule::Scheduler8, &["1", "2-7", "8"], |command| {
            range(command.together, &[1, 2, 8])
        }),
    ],
    crosses: &[CrossSpec::new("result × check", Rule::Scheduler8_3, &["result", "check"], OTHERS)],
};

const OTHERS: &[ExclusionSpec] = &[never(
    &[(
        "result",
        &[
            "INIT OK",
            "INIT TABLE_FULL",
            "RESET OK",
            "RESET NOT_FOUND",
            "RESET BUSY",
            "CLAIM all",
            "CLAIM a part",
            "CLAIM none",
            "RELEASE",
        ],
    )],
    "only TRIGGER and REFRESH have CHECK",
)];

impl QueuedCommand {
    /// The command that a write of a register is; `None` for any other write.
    pub(in crate::coverage) fn of(id: RegId, value: u32) -> Option<Self> {
        let (kind, entry) = match id {
            RegId::DagCmd => match DagCmd::from_bits(value).op()? {
                Op::Init => (CommandKind::DagInit, None),
                Op::Reset => (CommandKind::DagReset, None),
            },
            RegId::BlockTriggerCnt(entry) => (CommandKind::Trigger, Some(entry.get() as u8)),
            RegId::TdRefresh => (CommandKind::Refresh, Some(TdRefresh::from_bits(value).entry() as u8)),
            RegId::HrmFwClaim => (CommandKind::Claim, None),
            RegId::HrmFwRelease => (CommandKind::Release, None),
            _ => return None,
        };
        Some(Self { kind, operand: value, entry })
    }

    fn check(&self) -> Option<bool> {
        match self.kind {
            CommandKind::Trigger => Some(BlockTriggerCnt::from_bits(self.operand).check()),
            CommandKind::Refresh => Some(TdRefresh::from_bits(self.operand).check()),
            _ => None,
        }
    }
}

impl WrittenCommand {
    pub(in crate::coverage) fn new(step: &Step<'_>, command: &QueuedCommand) -> Self {
        let status = step.before.status;
        Self { kind: command.kind, pending: status.cmd_pending(), is_in_flight: status.attempt_busy() }
    }
}

impl RetiredCommand {
    /// The retired commands of a step, as they were written.
    pub(in crate::coverage) fn all<'s>(
        step: &'s Step<'_>,
        written: &'s [QueuedCommand],
    ) -> impl Iterator<Item = Self> + 's {
        let places = step.events.iter().enumerate().filter_map(|(place, event)| match *event {
            Event::Command { kind, result } => Some((place, kind, result)),
            _ => None,
        });
        places.zip(written).map(move |((place, kind, result), command)| {
            let error = step.events.get(place + 1).and_then(error);
            Self {
                kind,
                result: command.result(step, result, error),
                check: command.check(),
                together: written.len() as u64,
            }
        })
    }
}

fn error(event: &Event) -> Option<ErrorBit> {
    match *event {
        Event::Error { bit, .. } => Some(bit),
        _ => None,
    }
}

impl QueuedCommand {
    /// The bin of its result; `error` is what the event after it reports.
    fn result(&self, step: &Step<'_>, result: u32, error: Option<ErrorBit>) -> usize {
        let name = match (self.kind, error) {
            (CommandKind::DagInit, _) => ["INIT OK", "INIT TABLE_FULL"][usize::from(result != dag_ok())],
            (CommandKind::DagReset, _) => reset_result(result),
            (CommandKind::Trigger, Some(ErrorBit::TriggerEntry)) => "TRIGGER wrong entry",
            (CommandKind::Trigger, Some(ErrorBit::TriggerRegress)) => "TRIGGER regress",
            (CommandKind::Trigger, _) => self.trigger(step),
            (CommandKind::Refresh, Some(ErrorBit::TriggerEntry)) => "REFRESH wrong entry",
            (CommandKind::Refresh, Some(ErrorBit::TdRead)) => "REFRESH refused",
            (CommandKind::Refresh, _) => "REFRESH",
            (CommandKind::Claim, _) if result == 0 => "CLAIM all",
            (CommandKind::Claim, _) if result == self.operand => "CLAIM none",
            (CommandKind::Claim, _) => "CLAIM a part",
            (CommandKind::Release, _) => "RELEASE",
        };
        RESULTS.iter().position(|known| *known == name).unwrap_or_default()
    }

    /// Whether an accepted trigger is larger than block_num.
    fn trigger(&self, step: &Step<'_>) -> &'static str {
        let count = BlockTriggerCnt::from_bits(self.operand).count();
        let entry = Entry::wrapping(self.entry.unwrap_or_default().into());
        let blocks = step.hws.descriptor(entry).map_or(u32::MAX, |td| td.block_num.into());
        if count > blocks { "TRIGGER clamped" } else { "TRIGGER" }
    }
}

fn dag_ok() -> u32 {
    hws_regs::DagResult::Ok.bits()
}

fn reset_result(result: u32) -> &'static str {
    use hws_regs::DagResult;
    match DagResult::from_bits(result) {
        Some(DagResult::NotFound) => "RESET NOT_FOUND",
        Some(DagResult::Busy) => "RESET BUSY",
        _ => "RESET OK",
    }
}
