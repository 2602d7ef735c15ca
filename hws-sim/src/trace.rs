//! The trace: one JSON line for each event, byte for byte as specified in interfaces.md §7.

use std::io::{self, Write};

use hws_model::{CommandKind, ErrorBit, Event, EventSink};
use hws_types::{Cycle, HdrPush, MdmaCommand, RawMih, TaskIds};

use crate::digest::Digest;
use crate::json_lines::LineWriter;
use crate::observer::Observer;
use crate::operation::Target;

/// Writes the trace of a machine. An error of the output is reported by [`Self::finish`].
///
/// ```
/// use hws_model::{Event, EventSink};
/// use hws_types::Cycle;
/// let mut trace = hws_sim::TraceWriter::new(Vec::new());
/// trace.event(Cycle(17), Event::Commit { launched: true });
/// assert_eq!(trace.finish()?, b"{\"c\":17,\"ev\":\"commit\",\"launched\":true}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct TraceWriter<W> {
    lines: LineWriter<W>,
}

impl<W: Write> TraceWriter<W> {
    /// Creates a writer to `output`, which need not be buffered.
    pub const fn new(output: W) -> Self {
        Self { lines: LineWriter::new(output) }
    }

    /// Returns whether the output has failed, so that further lines are lost.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        self.lines.is_broken()
    }

    /// Writes what is buffered and returns the output.
    ///
    /// # Errors
    /// The first error of the output.
    pub fn finish(self) -> io::Result<W> {
        self.lines.finish()
    }

    fn line(&mut self, cycle: Cycle, ev: &str) -> &mut LineWriter<W> {
        self.lines.begin("c", cycle.0).text("ev", ev)
    }

    fn access(&mut self, cycle: Cycle, ev: &str, target: Target) -> &mut LineWriter<W> {
        let line = self.line(cycle, ev);
        match target {
            Target::Register(register) => line.shown("reg", register),
            Target::Address(offset) => line.number("addr", offset),
        }
    }

    fn error(&mut self, cycle: Cycle, bit: ErrorBit, ids: TaskIds) -> &mut LineWriter<W> {
        self.line(cycle, "error")
            .number("bit", bit.code())
            .number("hdr_id", ids.hdr_id)
            .number("hdr_entry_id", ids.hdr_entry_id)
    }

    fn mdma(&mut self, cycle: Cycle, command: &MdmaCommand) -> &mut LineWriter<W> {
        self.line(cycle, "mdma")
            .number("sip", command.sip.get())
            .number("phy", command.physical_sip.get())
            .number("thread", command.thread_idx)
            .number("block", command.block_idx)
            .number("launch_id", command.launch_id.get())
            .number("param", command.block_param_addr)
    }

    fn message(&mut self, cycle: Cycle, ev: &str, raw: RawMih) -> &mut LineWriter<W> {
        self.line(cycle, ev).number("dw0", raw.dw0).number("dw1", raw.dw1)
    }

    /// The events of the loader and of COMMIT.
    fn kernel_event(&mut self, c: Cycle, event: Event) -> Option<&mut LineWriter<W>> {
        Some(match event {
            Event::Admit { entry, seq, kernel_id } => self
                .line(c, "admit")
                .number("entry", entry.get())
                .number("seq", seq)
                .number("kernel_id", kernel_id),
            Event::Cancel { entry, mask } => {
                self.line(c, "cancel").number("entry", entry.get()).number("mask", mask.0)
            }
            Event::Commit { launched } => {
                self.line(c, "commit").literal("launched", if launched { "true" } else { "false" })
            }
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => self
                .line(c, "launch")
                .number("entry", entry.get())
                .number("seq", seq)
                .text("pool", pool.name())
                .number("block", block)
                .number("launch_id", launch_id.get())
                .number("sip_mask", sip_mask.0),
            Event::KernelDone { entry, seq, dag_slot } => {
                let line = self.line(c, "kernel_done").number("entry", entry.get()).number("seq", seq);
                match dag_slot {
                    Some(slot) => line.number("dag_slot", slot),
                    None => line.literal("dag_slot", "-1"),
                }
            }
            Event::Promote { entry, seq, mask } => {
                self.line(c, "promote").number("entry", entry.get()).number("seq", seq).number("mask", mask.0)
            }
            _ => return None,
        })
    }

    /// The events of errors, ports, commands and reports.
    fn boundary_event(&mut self, c: Cycle, event: Event) -> Option<&mut LineWriter<W>> {
        Some(match event {
            Event::Error { bit, ids } => self.error(c, bit, ids),
            Event::Mdma(command) => self.mdma(c, &command),
            Event::Mih(raw) => self.message(c, "mih", raw),
            Event::MihDrop(raw) => self.message(c, "mih_drop", raw),
            Event::Command { kind, result } => {
                self.line(c, "cmd").text("op", command_name(kind)).number("result", result)
            }
            Event::Complete { sip, launch_id } => {
                self.line(c, "complete").number("sip", sip.get()).number("launch_id", launch_id.get())
            }
            Event::PreComplete { sip, launch_id } => {
                self.line(c, "pre_complete").number("sip", sip.get()).number("launch_id", launch_id.get())
            }
            // A reset has no line.
            _ => return None,
        })
    }
}

const fn command_name(kind: CommandKind) -> &'static str {
    match kind {
        CommandKind::DagInit => "dag_init",
        CommandKind::DagReset => "dag_reset",
        CommandKind::Trigger => "trigger",
        CommandKind::Refresh => "refresh",
        CommandKind::Claim => "claim",
        CommandKind::Release => "release",
    }
}

impl<W: Write> EventSink for TraceWriter<W> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if self.kernel_event(cycle, event).is_some() || self.boundary_event(cycle, event).is_some() {
            self.lines.end();
        }
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.access(at, "read", target).number("value", value).end();
    }

    fn bus_error(&mut self, at: Cycle, target: Target) {
        self.access(at, "bus_error", target).end();
    }

    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        self.line(at, "hdr_refused")
            .number("hdr_id", push.hdr_id)
            .number("hdr_entry_id", push.hdr_entry_id)
            .end();
    }

    fn end(&mut self, at: Cycle, state: Digest) {
        self.line(at, "end").shown("state", state).end();
    }
}

/// Writes only the last line of the trace, which is enough to compare two runs.
#[derive(Debug)]
pub(crate) struct EndLine<W>(TraceWriter<W>);

impl<W: Write> EndLine<W> {
    pub(crate) const fn new(output: W) -> Self {
        Self(TraceWriter::new(output))
    }

    /// Writes what is buffered and returns the output, or its first error.
    pub(crate) fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W> EventSink for EndLine<W> {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}
}

impl<W: Write> Observer for EndLine<W> {
    fn end(&mut self, at: Cycle, state: Digest) {
        self.0.end(at, state);
    }
}

#[cfg(test)]
mod tests;
