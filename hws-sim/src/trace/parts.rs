//! The trace in parts, for a writer that works beside the simulation: collecting a line as a value takes a tenth of the time
//! that its text takes.

use hws_model::{Event, EventSink};
use hws_types::{Cycle, HdrPush};

use super::{TraceFilter, TraceKind, TraceLine, TraceLines};
use crate::digest::Digest;
use crate::observer::Observer;
use crate::operation::Target;

/// Takes the lines of a trace.
pub trait TakeLines {
    /// Takes lines in their order and leaves none, with room for as many, if possible. Returns whether further ones are
    /// wanted.
    fn take(&mut self, lines: &mut TraceLines) -> bool;
}

impl<T: TakeLines + ?Sized> TakeLines for &mut T {
    fn take(&mut self, lines: &mut TraceLines) -> bool {
        (**self).take(lines)
    }
}

/// Passes the lines of a trace on, many at a time.
#[derive(Debug)]
pub struct TraceParts<T> {
    lines: TraceLines,
    filter: TraceFilter,
    taker: T,
    is_wanted: bool,
}

impl<T: TakeLines> TraceParts<T> {
    /// The lines of a part: so many that another thread is woken rarely, and so few that they stay in its cache.
    pub const LINES: usize = 4096;

    /// Creates an observer that passes some lines on to `taker`.
    pub fn new(taker: T, filter: TraceFilter) -> Self {
        Self { lines: TraceLines::default(), filter, taker, is_wanted: true }
    }

    /// Returns whether further lines are wanted.
    pub const fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Passes the last lines on and returns what takes them.
    pub fn finish(mut self) -> T {
        self.pass_on();
        self.taker
    }

    fn line(&mut self, line: &TraceLine) {
        if line.kind().is_some_and(|kind| self.filter.takes(kind, line.cycle())) {
            self.lines.push(line);
            self.pass_on_if_full();
        }
    }

    #[inline]
    fn pass_on_if_full(&mut self) {
        if self.lines.len() >= Self::LINES {
            self.pass_on();
        }
    }

    #[cold]
    fn pass_on(&mut self) {
        self.is_wanted = self.is_wanted && self.taker.take(&mut self.lines);
        // What nobody wants is not kept either.
        self.lines.clear();
    }
}

impl<T: TakeLines> EventSink for TraceParts<T> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if event.words().is_some_and(|words| self.filter.takes(words.kind.into(), cycle)) {
            self.lines.push_event(cycle, &event);
            self.pass_on_if_full();
        }
    }

    fn takes_failures_at_once(&self) -> bool {
        !self.filter.takes_kind(TraceKind::Commit)
    }
}

impl<T: TakeLines> Observer for TraceParts<T> {
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
