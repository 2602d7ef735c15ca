// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

use hws_types::{EventKind, EventWords};

use super::TraceValue;
use crate::json_lines::{JsonKey, json_key};

/// The kind of a line of the trace: its key `ev` (interfaces.md §7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceKind {
    /// `read`: The answer of a read.
    Read,
    /// `bus_error`: A refused access.
    BusError,
    /// `hdr_refused`: A refused push.
    HdrRefused,
    /// `admit`: A task was admitted to the Ready Station.
    Admit,
    /// `error`: An ERR_STATUS condition occurred.
    Error,
    /// `cancel`: A stale reservation was cancelled.
    Cancel,
    /// `commit`: An attempt ended. This is the first event of its COMMIT.
    Commit,
    /// `launch`: One block was launched.
    Launch,
    /// `mdma`: A command entered the MDMA FIFO.
    Mdma,
    /// `mih`: A message entered the MIH FIFO.
    Mih,
    /// `mih_drop`: A message was dropped because the MIH FIFO was full.
    MihDrop,
    /// `kernel_done`: A kernel left the Ready Station.
    KernelDone,
    /// `promote`: A P-task became an R-task.
    Promote,
    /// `cmd`: A queued command was retired. The events that it causes follow.
    Cmd,
    /// `complete`: A valid complete report. The messages that it causes follow.
    Complete,
    /// `pre_complete`: A valid pre-complete report.
    PreComplete,
    /// `end`: The end of the run.
    End,
}

impl TraceKind {
    /// All kinds, in the order of interfaces.md §7.
    pub const ALL: [Self; 17] = [
        Self::Read,
        Self::BusError,
        Self::HdrRefused,
        Self::Admit,
        Self::Error,
        Self::Cancel,
        Self::Commit,
        Self::Launch,
        Self::Mdma,
        Self::Mih,
        Self::MihDrop,
        Self::KernelDone,
        Self::Promote,
        Self::Cmd,
        Self::Complete,
        Self::PreComplete,
        Self::End,
    ];

    /// Returns the value of the key `ev`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::BusError => "bus_error",
            Self::HdrRefused => "hdr_refused",
            Self::Admit => "admit",
            Self::Error => "error",
            Self::Cancel => "cancel",
            Self::Commit => "commit",
            Self::Launch => "launch",
            Self::Mdma => "mdma",
            Self::Mih => "mih",
            Self::MihDrop => "mih_drop",
            Self::KernelDone => "kernel_done",
            Self::Promote => "promote",
            Self::Cmd => "cmd",
            Self::Complete => "complete",
            Self::PreComplete => "pre_complete",
            Self::End => "end",
        }
    }
}

impl From<EventKind> for TraceKind {
    #[inline]
    fn from(kind: EventKind) -> Self {
        match kind {
            EventKind::Admit => Self::Admit,
            EventKind::Error => Self::Error,
            EventKind::Cancel => Self::Cancel,
            EventKind::Commit => Self::Commit,
            EventKind::Launch => Self::Launch,
            EventKind::Mdma => Self::Mdma,
            EventKind::Mih => Self::Mih,
            EventKind::MihDrop => Self::MihDrop,
            EventKind::KernelDone => Self::KernelDone,
            EventKind::Promote => Self::Promote,
            EventKind::Cmd => Self::Cmd,
            EventKind::Complete => Self::Complete,
            EventKind::PreComplete => Self::PreComplete,
        }
    }
}

/// Visits the keys of an event after `c` and `ev`.
#[inline(always)]
pub(super) fn each_key_of(event: &EventWords, mut visit: impl FnMut(JsonKey, TraceValue<'_>)) {
    let words = &event.words;
    match event.kind {
        EventKind::Admit => {
            visit(json_key!("entry"), words[0].into());
            visit(json_key!("seq"), words[1].into());
            visit(json_key!("kernel_id"), words[2].into());
        }
        EventKind::Error => {
            visit(json_key!("bit"), words[0].into());
            visit(json_key!("hdr_id"), words[1].into());
            visit(json_key!("hdr_entry_id"), words[2].into());
        }
        EventKind::Cancel => {
            visit(json_key!("entry"), words[0].into());
            visit(json_key!("mask"), words[1].into());
        }
        EventKind::Commit => {
            visit(json_key!("launched"), TraceValue::Flag(words[0] != 0));
        }
        EventKind::Launch => {
            visit(json_key!("entry"), words[0].into());
            visit(json_key!("seq"), words[1].into());
            visit(json_key!("pool"), TraceValue::named(&hws_types::POOL_NAMES, words[2]));
            visit(json_key!("block"), words[3].into());
            visit(json_key!("launch_id"), words[4].into());
            visit(json_key!("sip_mask"), words[5].into());
        }
        EventKind::Mdma => {
            visit(json_key!("sip"), words[0].into());
            visit(json_key!("phy"), words[1].into());
            visit(json_key!("thread"), words[2].into());
            visit(json_key!("block"), words[3].into());
            visit(json_key!("launch_id"), words[4].into());
            visit(json_key!("param"), words[5].into());
        }
        EventKind::Mih => {
            visit(json_key!("dw0"), words[0].into());
            visit(json_key!("dw1"), words[1].into());
        }
        EventKind::MihDrop => {
            visit(json_key!("dw0"), words[0].into());
            visit(json_key!("dw1"), words[1].into());
        }
        EventKind::KernelDone => {
            visit(json_key!("entry"), words[0].into());
            visit(json_key!("seq"), words[1].into());
            visit(json_key!("dag_slot"), TraceValue::optional(words[2]));
        }
        EventKind::Promote => {
            visit(json_key!("entry"), words[0].into());
            visit(json_key!("seq"), words[1].into());
            visit(json_key!("mask"), words[2].into());
        }
        EventKind::Cmd => {
            visit(json_key!("op"), TraceValue::named(&hws_types::COMMAND_NAMES, words[0]));
            visit(json_key!("result"), words[1].into());
        }
        EventKind::Complete => {
            visit(json_key!("sip"), words[0].into());
            visit(json_key!("launch_id"), words[1].into());
        }
        EventKind::PreComplete => {
            visit(json_key!("sip"), words[0].into());
            visit(json_key!("launch_id"), words[1].into());
        }
    }
}
