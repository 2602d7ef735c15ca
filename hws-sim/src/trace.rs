//! The trace: one JSON line for each event, byte for byte as specified in interfaces.md §7.

mod filter;
mod generated;
mod kind;
mod line;
mod packed;
mod parts;

use std::io::{self, Write};

use hws_model::{Event, EventSink};
use hws_types::{Cycle, HdrPush};

use crate::digest::Digest;
use crate::json_lines::{JsonKey, Line, LineWriter};
use crate::observer::Observer;
use crate::operation::Target;

pub use filter::TraceFilter;
pub use generated::TraceKind;
pub use kind::UnknownTraceKind;
pub use line::{TraceLine, TraceListener, TraceValue};
pub use packed::TraceLines;
pub use parts::{TakeLines, TraceParts};

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
        Self { lines: LineWriter::new(output, line::FIRST_KEYS), filter }
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

    /// Writes a line, if the filter takes it.
    pub fn line(&mut self, line: &TraceLine) {
        if let TraceLine::Event(cycle, event) = line {
            return self.event_line(*cycle, event);
        }
        let Some(kind) = line.kind().filter(|&kind| self.filter.takes(kind, line.cycle())) else { return };
        let mut text = self.lines.begin(line.cycle().0, kind.word());
        line.each_further_key(|key, value| put(&mut text, key, value));
        text.end();
    }

    /// Writes the line of an event, which nearly all lines are, from where the event is.
    fn event_line(&mut self, cycle: Cycle, event: &Event) {
        let Some(words) = event.words() else { return };
        let kind = TraceKind::from(words.kind);
        if !self.filter.takes(kind, cycle) {
            return;
        }
        let mut text = self.lines.begin(cycle.0, kind.word());
        generated::each_key_of(
            &words,
            #[inline(always)]
            |key, value| put(&mut text, key, value),
        );
        text.end();
    }
}

#[inline(always)]
fn put<W: Write>(text: &mut Line<'_, W>, key: JsonKey, value: TraceValue<'_>) {
    match value {
        TraceValue::Number(number) => _ = text.number(key, number),
        TraceValue::Signed(number) => _ = text.signed(key, number),
        TraceValue::Flag(flag) => _ = text.flag(key, flag),
        TraceValue::Name(name) => _ = text.text(key, name),
        TraceValue::Shown(shown) => _ = text.shown(key, shown),
    }
}

/// A writer on the thread of the simulation.
impl<W: Write> TakeLines for TraceWriter<W> {
    fn take(&mut self, lines: &mut TraceLines) -> bool {
        lines.for_each(|line| self.line(line));
        lines.clear();
        !self.is_broken()
    }
}

impl<W: Write> EventSink for TraceWriter<W> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.event_line(cycle, &event);
    }

    fn takes_failures_at_once(&self) -> bool {
        !self.filter.takes_kind(TraceKind::Commit)
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.line(&TraceLine::Read { at, target, value });
    }

    fn bus_error(&mut self, at: Cycle, target: Target) {
        self.line(&TraceLine::BusError { at, target });
    }

    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        self.line(&TraceLine::HdrRefused { at, push });
    }

    fn end(&mut self, at: Cycle, state: Digest) {
        self.line(&TraceLine::End { at, state });
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

    fn takes_failures_at_once(&self) -> bool {
        true
    }
}

impl<W: Write> Observer for EndLine<W> {
    fn end(&mut self, at: Cycle, state: Digest) {
        self.0.end(at, state);
    }
}

#[cfg(test)]
mod tests;
