//! The kinds of lines of a trace.

use std::str::FromStr;

use hws_input::{did_you_mean, nearest};
use hws_model::Event;
use thiserror::Error;

use crate::json_lines::Word;

/// The kind of a line of the trace: its key `ev` (interfaces.md §7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of interfaces.md §7")]
pub enum TraceKind {
    Read,
    BusError,
    HdrRefused,
    Admit,
    Error,
    Cancel,
    Commit,
    Launch,
    Mdma,
    Mih,
    MihDrop,
    KernelDone,
    Promote,
    Cmd,
    Complete,
    PreComplete,
    End,
}

/// The name in the trace is none of a kind.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown kind `{name}` ({}a trace has {})", did_you_mean(nearest(name, names())), names().collect::<Vec<_>>().join(", "))]
pub struct UnknownTraceKind {
    /// The name.
    pub name: String,
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

    /// The name as it is written.
    #[inline]
    pub(super) const fn word(self) -> Word {
        const WORDS: [Word; TraceKind::ALL.len()] = {
            let (mut words, mut kind) = ([Word::new(""); TraceKind::ALL.len()], 0);
            while kind < words.len() {
                words[TraceKind::ALL[kind] as usize] = Word::new(TraceKind::ALL[kind].name());
                kind += 1;
            }
            words
        };
        WORDS[self as usize]
    }

    /// The kind of the line of an event; a reset has no line.
    pub(super) const fn of(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Admit { .. } => Self::Admit,
            Event::Error { .. } => Self::Error,
            Event::Cancel { .. } => Self::Cancel,
            Event::Commit { .. } => Self::Commit,
            Event::Launch { .. } => Self::Launch,
            Event::Mdma(_) => Self::Mdma,
            Event::Mih(_) => Self::Mih,
            Event::MihDrop(_) => Self::MihDrop,
            Event::KernelDone { .. } => Self::KernelDone,
            Event::Promote { .. } => Self::Promote,
            Event::Command { .. } => Self::Cmd,
            Event::Complete { .. } => Self::Complete,
            Event::PreComplete { .. } => Self::PreComplete,
            Event::SoftReset { .. } => return None,
        })
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    TraceKind::ALL.into_iter().map(TraceKind::name)
}

impl FromStr for TraceKind {
    type Err = UnknownTraceKind;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownTraceKind { name: name.to_owned() })
    }
}
