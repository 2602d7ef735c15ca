//! The trace: one JSON line for each event, byte for byte as specified in interfaces.md §7.

mod filter;
mod kind;

use std::io::{self, Write};

use hws_model::{ErrorBit, Event, EventSink};
use hws_types::{Cycle, HdrPush, MdmaCommand, RawMih, TaskIds};

use crate::digest::Digest;
use crate::json_lines::LineWriter;
use crate::observer::Observer;
use crate::operation::Target;

pub use filter::TraceFilter;
pub use kind::{TraceKind, UnknownTraceKind};

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
    filter: TraceFilter,
}

impl<W: Write> TraceWriter<W> {
    /// Creates a writer to `output`, which need not be buffered.
    pub fn new(output: W) -> Self {
        Self::with_filter(output, TraceFilter::default())
    }

    /// Creates a writer of some lines.
    pub const fn with_filter(output: W, filter: TraceFilter) -> Self {
        Self { lines: LineWriter::new(output), filter }
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

    fn line(&mut self, cycle: Cycle, kind: TraceKind) -> &mut LineWriter<W> {
        self.lines.begin("c", cycle.0).text("ev", kind.name())
    }

    fn access(&mut self, cycle: Cycle, kind: TraceKind, target: Target) -> &mut LineWriter<W> {
        let line = self.line(cycle, kind);
        match target {
            Target::Register(register) => line.shown("reg", register),
            Target::Address(offset) => line.number("addr", offset),
        }
    }

    fn error(&mut self, cycle: Cycle, bit: ErrorBit, ids: TaskIds) -> &mut LineWriter<W> {
        self.line(cycle, TraceKind::Error)
            .number("bit", bit.code())
            .number("hdr_id", ids.hdr_id)
            .number("hdr_entry_id", ids.hdr_entry_id)
    }

    fn mdma(&mut self, cycle: Cycle, command: &MdmaCommand) -> &mut LineWriter<W> {
        self.line(cycle, TraceKind::Mdma)
            .number("sip", command.sip.get())
            .number("phy", command.physical_sip.get())
            .number("thread", command.thread_idx)
            .number("block", command.block_idx)
            .number("launch_id", command.launch_id.get())
            .number("param", command.block_param_addr)
    }

    fn message(&mut self, cycle: Cycle, kind: TraceKind, raw: RawMih) -> &mut LineWriter<W> {
        self.line(cycle, kind).number("dw0", raw.dw0).number("dw1", raw.dw1)
    }

    /// The events of the loader and of COMMIT.
    fn kernel_event(&mut self, c: Cycle, event: Event) -> Option<&mut LineWriter<W>> {
        Some(match event {
            Event::Admit { entry, seq, kernel_id } => self
                .line(c, TraceKind::Admit)
                .number("entry", entry.get())
                .number("seq", seq)
                .number("kernel_id", kernel_id),
            Event::Cancel { entry, mask } => {
                self.line(c, TraceKind::Cancel).number("entry", entry.get()).number("mask", mask.0)
            }
            Event::Commit { launched } => {
                self.line(c, TraceKind::Commit).literal("launched", if launched { "true" } else { "false" })
            }
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => self
                .line(c, TraceKind::Launch)
                .number("entry", entry.get())
                .number("seq", seq)
                .text("pool", pool.name())
                .number("block", block)
                .number("launch_id", launch_id.get())
                .number("sip_mask", sip_mask.0),
            Event::KernelDone { entry, seq, dag_slot } => {
                let line =
                    self.line(c, TraceKind::KernelDone).number("entry", entry.get()).number("seq", seq);
                match dag_slot {
                    Some(slot) => line.number("dag_slot", slot),
                    None => line.literal("dag_slot", "-1"),
                }
            }
            Event::Promote { entry, seq, mask } => self
                .line(c, TraceKind::Promote)
                .number("entry", entry.get())
                .number("seq", seq)
                .number("mask", mask.0),
            _ => return None,
        })
    }

    /// The events of errors, ports, commands and reports.
    fn boundary_event(&mut self, c: Cycle, event: Event) -> Option<&mut LineWriter<W>> {
        Some(match event {
            Event::Error { bit, ids } => self.error(c, bit, ids),
            Event::Mdma(command) => self.mdma(c, &command),
            Event::Mih(raw) => self.message(c, TraceKind::Mih, raw),
            Event::MihDrop(raw) => self.message(c, TraceKind::MihDrop, raw),
            Event::Command { kind, result } => {
                self.line(c, TraceKind::Cmd).text("op", kind.name()).number("result", result)
            }
            Event::Complete { sip, launch_id } => self
                .line(c, TraceKind::Complete)
                .number("sip", sip.get())
                .number("launch_id", launch_id.get()),
            Event::PreComplete { sip, launch_id } => self
                .line(c, TraceKind::PreComplete)
                .number("sip", sip.get())
                .number("launch_id", launch_id.get()),
            // A reset has no line.
            _ => return None,
        })
    }
}

impl<W: Write> EventSink for TraceWriter<W> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if !TraceKind::of(&event).is_some_and(|kind| self.filter.takes(kind, cycle)) {
            return;
        }
        if self.kernel_event(cycle, event).is_some() || self.boundary_event(cycle, event).is_some() {
            self.lines.end();
        }
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        if self.filter.takes(TraceKind::Read, at) {
            self.access(at, TraceKind::Read, target).number("value", value).end();
        }
    }

    fn bus_error(&mut self, at: Cycle, target: Target) {
        if self.filter.takes(TraceKind::BusError, at) {
            self.access(at, TraceKind::BusError, target).end();
        }
    }

    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        if self.filter.takes(TraceKind::HdrRefused, at) {
            self.line(at, TraceKind::HdrRefused)
                .number("hdr_id", push.hdr_id)
                .number("hdr_entry_id", push.hdr_entry_id)
                .end();
        }
    }

    fn end(&mut self, at: Cycle, state: Digest) {
        if self.filter.takes(TraceKind::End, at) {
            self.line(at, TraceKind::End).shown("state", state).end();
        }
    }
}

/// Writes only the last line of the trace, which is enough to compare two runs.
#[derive(Debug)]
pub(crate) struct EndLine<W>(TraceWriter<W>);

impl<W: Write> EndLine<W> {
    pub(crate) fn new(output: W) -> Self {
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
