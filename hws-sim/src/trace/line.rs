//! A line of a trace as a value: its keys in their order, for writers of JSON and for programs that want the values.

use std::fmt::Display;

use hws_model::{Event, EventSink};
use hws_types::{Cycle, HdrPush};

use super::TraceKind;
use super::generated::each_key_of;
use crate::digest::Digest;
use crate::json_lines::{JsonKey, json_key};
use crate::observer::Observer;
use crate::operation::{Target, name_of};

/// The first keys of every line: the cycle and the kind.
pub(super) const FIRST_KEYS: [JsonKey; 2] = [json_key!("c"), json_key!("ev")];

/// A line of a trace (interfaces.md §7).
///
/// ```
/// use hws_model::Event;
/// use hws_sim::{TraceLine, TraceValue};
/// use hws_types::Cycle;
///
/// let line = TraceLine::Event(Cycle(17), Event::Commit { launched: true });
/// let mut keys = Vec::new();
/// line.each_key(|key, value| keys.push((key, matches!(value, TraceValue::Flag(true)))));
/// assert_eq!(keys, [("c", false), ("ev", false), ("launched", true)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceLine {
    /// An event of the HWS.
    Event(Cycle, Event),
    /// A bus read was answered.
    Read {
        /// The cycle.
        at: Cycle,
        /// What was read.
        target: Target,
        /// The answer.
        value: u32,
    },
    /// A bus access was refused.
    BusError {
        /// The cycle.
        at: Cycle,
        /// What was accessed.
        target: Target,
    },
    /// A push was refused.
    HdrRefused {
        /// The cycle.
        at: Cycle,
        /// The push.
        push: HdrPush,
    },
    /// The end of a run.
    End {
        /// The cycle.
        at: Cycle,
        /// The state.
        state: Digest,
    },
}

/// The value of a key.
#[derive(Clone, Copy)]
pub enum TraceValue<'v> {
    /// An unsigned number.
    Number(u64),
    /// A number that may be negative.
    Signed(i64),
    /// True or false.
    Flag(bool),
    /// A name, which needs no escapes in JSON.
    Name(&'static str),
    /// A text, which needs no escapes in JSON either.
    Shown(&'v dyn Display),
}

impl<N: Into<u64>> From<N> for TraceValue<'_> {
    fn from(number: N) -> Self {
        Self::Number(number.into())
    }
}

impl TraceValue<'_> {
    /// The name of a number.
    #[inline(always)]
    pub(super) fn named(names: &[&'static str], number: u32) -> Self {
        Self::Name(names.get(number as usize).copied().unwrap_or("?"))
    }

    /// A number, or -1 for none.
    #[inline(always)]
    pub(super) fn optional(number: u32) -> Self {
        if number == u32::MAX { Self::Signed(-1) } else { number.into() }
    }
}

impl TraceLine {
    /// Returns its kind; a soft reset is an event without a line.
    #[must_use]
    pub fn kind(&self) -> Option<TraceKind> {
        match self {
            Self::Event(_, event) => event.words().map(|words| words.kind.into()),
            Self::Read { .. } => Some(TraceKind::Read),
            Self::BusError { .. } => Some(TraceKind::BusError),
            Self::HdrRefused { .. } => Some(TraceKind::HdrRefused),
            Self::End { .. } => Some(TraceKind::End),
        }
    }

    /// Returns its cycle.
    #[must_use]
    pub const fn cycle(&self) -> Cycle {
        match *self {
            Self::Event(at, _)
            | Self::Read { at, .. }
            | Self::BusError { at, .. }
            | Self::HdrRefused { at, .. }
            | Self::End { at, .. } => at,
        }
    }

    /// Visits every key with its value, in the order of interfaces.md §7; none if the event has no line.
    pub fn each_key(&self, mut visit: impl FnMut(&'static str, TraceValue<'_>)) {
        if let Some(kind) = self.kind() {
            visit(FIRST_KEYS[0].name, self.cycle().0.into());
            visit(FIRST_KEYS[1].name, TraceValue::Name(kind.name()));
            self.each_further_key(|key, value| visit(key.name, value));
        }
    }

    /// Visits the keys after the first two. Inlined: the writer knows each key and the type of its number then.
    #[inline(always)]
    pub(super) fn each_further_key(&self, mut visit: impl FnMut(JsonKey, TraceValue<'_>)) {
        match self {
            Self::Event(_, event) => {
                if let Some(words) = event.words() {
                    each_key_of(&words, visit);
                }
            }
            Self::Read { target, value, .. } => {
                each_key_of_target(*target, &mut visit);
                visit(json_key!("value"), (*value).into());
            }
            Self::BusError { target, .. } => each_key_of_target(*target, &mut visit),
            Self::HdrRefused { push, .. } => {
                visit(json_key!("hdr_id"), push.hdr_id.into());
                visit(json_key!("hdr_entry_id"), push.hdr_entry_id.into());
            }
            Self::End { state, .. } => visit(json_key!("state"), TraceValue::Shown(state)),
        }
    }
}

#[inline(always)]
fn each_key_of_target(target: Target, visit: &mut impl FnMut(JsonKey, TraceValue<'_>)) {
    match target {
        Target::Register(register) => visit(json_key!("reg"), TraceValue::Name(name_of(register))),
        Target::Address(offset) => visit(json_key!("addr"), offset.into()),
    }
}

/// An observer that passes every line of the trace on as a value.
///
/// ```
/// use hws_model::{Config, Hws};
/// use hws_sim::{Machine, TraceLine, TraceListener};
///
/// let mut kinds = Vec::new();
/// let mut machine = Machine::new(Hws::new(Config::default()), TraceListener(|line: TraceLine| kinds.extend(line.kind())));
/// machine.end();
/// assert_eq!(kinds, [hws_sim::TraceKind::End]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TraceListener<F>(
    /// Called with each line.
    pub F,
);

impl<F: FnMut(TraceLine)> EventSink for TraceListener<F> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        (self.0)(TraceLine::Event(cycle, event));
    }
}

impl<F: FnMut(TraceLine)> Observer for TraceListener<F> {
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        (self.0)(TraceLine::Read { at, target, value });
    }

    fn bus_error(&mut self, at: Cycle, target: Target) {
        (self.0)(TraceLine::BusError { at, target });
    }

    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        (self.0)(TraceLine::HdrRefused { at, push });
    }

    fn end(&mut self, at: Cycle, state: Digest) {
        (self.0)(TraceLine::End { at, state });
    }
}
