//! Trace events, one line each.

use std::io::{self, Write};

use hws_types::Cycle;
use serde::Serialize;

/// One event; fields without a value are left out.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Event<'a> {
    pub(super) ph: &'static str,
    pub(super) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cat: Option<&'static str>,
    pub(super) pid: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tid: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dur: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<u32>,
    /// The id of a bar, unique in its process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id2: Option<Local<'a>>,
    /// The scope of an instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) s: Option<&'static str>,
    /// The binding point of a flow's end: the enclosing slice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bp: Option<&'static str>,
    #[serde(skip_serializing_if = "Args::is_none")]
    pub(super) args: Args<'a>,
}

/// An id that belongs to its process.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Local<'a> {
    local: &'a str,
}

/// The arguments of an event.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(untagged)]
pub(super) enum Args<'a> {
    #[default]
    None,
    Name {
        name: &'a str,
    },
    Order {
        sort_index: u32,
    },
    Count {
        value: u32,
    },
    Push {
        kernel_id: u32,
        admitted: Option<u64>,
    },
    Attempt {
        /// SIPs that were idle and in no place of a kernel that could be launched.
        idle_unusable: u32,
    },
    Deadline {
        deadline: u64,
        finish: Option<u64>,
        /// The finish minus the deadline.
        lateness: Option<i64>,
        missed: bool,
    },
    Access {
        register: &'a str,
        value: &'a str,
        fields: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        call: Option<&'a str>,
    },
    Message {
        #[serde(skip_serializing_if = "Option::is_none")]
        kernel: Option<&'a str>,
        is_taken: bool,
    },
    Interrupt {
        /// The cycle in which firmware first read IRQ_STATUS.
        noticed: Option<u64>,
    },
    Run {
        graph: &'a str,
        kernel: &'a str,
        kernel_id: u32,
        block: u16,
        started_by: &'static str,
        launched: u64,
        backfilled: bool,
        early: bool,
        unfinished: bool,
    },
}

impl Args<'_> {
    const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

impl<'a> Event<'a> {
    pub(super) fn counter(name: &'a str, pid: u32, at: Cycle, value: u32) -> Self {
        Self {
            ph: "C",
            name,
            cat: Some("counter"),
            pid,
            ts: Some(at.0),
            args: Args::Count { value },
            ..Self::default()
        }
    }

    /// A mark for the whole process.
    pub(super) fn instant(name: &'a str, cat: &'static str, pid: u32, at: Cycle) -> Self {
        Self {
            ph: "i",
            name,
            cat: Some(cat),
            pid,
            tid: Some(0),
            ts: Some(at.0),
            s: Some("p"),
            ..Self::default()
        }
    }
}

/// Writes events as the elements of an array.
pub(super) struct Emitter<'o, W> {
    output: &'o mut W,
    is_first: bool,
}

impl<'o, W: Write> Emitter<'o, W> {
    pub(super) fn new(output: &'o mut W) -> Self {
        Self { output, is_first: true }
    }

    pub(super) fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_first, false) {
            self.output.write_all(b",\n")?;
        }
        Ok(serde_json::to_writer(&mut *self.output, event)?)
    }

    /// A span on its own track, identified by category and id.
    pub(super) fn bar(
        &mut self,
        name: &str,
        (cat, id): (&'static str, u32),
        pid: u32,
        from: Cycle,
        to: Cycle,
    ) -> io::Result<()> {
        self.bar_end("b", name, (cat, id), pid, from, Args::None)?;
        self.bar_end("e", name, (cat, id), pid, to, Args::None)
    }

    /// The beginning `b` or the end `e` of a bar.
    pub(super) fn bar_end(
        &mut self,
        ph: &'static str,
        name: &str,
        (cat, id): (&'static str, u32),
        pid: u32,
        at: Cycle,
        args: Args<'_>,
    ) -> io::Result<()> {
        let id = id.to_string();
        let (cat, id2, ts, tid) = (Some(cat), Some(Local { local: &id }), Some(at.0), Some(0));
        self.event(&Event { ph, name, cat, id2, pid, tid, ts, args, ..Event::default() })
    }
}
