//! Everything that the trace of interfaces.md shows, as values, with the parts of events that it omits.

use hws_model::{Event, EventSink, FailedAttempts};
use hws_regs::params;
use hws_sim::stimulus::Target;
use hws_sim::{Digest, Observer, TraceWriter};
use hws_types::{Cycle, HdrPush};

/// One observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Seen {
    /// An event of the HWS.
    Event(Cycle, Event),
    /// A bus read was answered.
    Read(Cycle, Target, u32),
    /// A bus access was refused.
    BusError(Cycle, Target),
    /// A push was refused.
    HdrRefused(Cycle, HdrPush),
    /// The end, with the state.
    End(Cycle, Digest),
}

/// All observations, in order.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Log(pub Vec<Seen>);

impl Seen {
    /// Returns the line of the trace; empty if the trace omits the observation.
    #[must_use]
    pub fn line(self) -> String {
        let mut trace = TraceWriter::new(Vec::new());
        match self {
            Self::Event(at, event) => trace.event(at, event),
            Self::Read(at, target, value) => trace.read(at, target, value),
            Self::BusError(at, target) => trace.bus_error(at, target),
            Self::HdrRefused(at, push) => trace.hdr_refused(at, push),
            Self::End(at, state) => trace.end(at, state),
        }
        let bytes = trace.finish().expect("memory takes every byte");
        String::from_utf8_lossy(&bytes).trim_end().to_owned()
    }
}

impl EventSink for Log {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.0.push(Seen::Event(cycle, event));
    }

    fn takes_failures_at_once(&self) -> bool {
        true
    }

    /// Shows each of them, so that a log does not depend on how time passes.
    fn failed(&mut self, attempts: FailedAttempts) {
        for at in (attempts.first.0..=attempts.last().0).step_by(params::ATTEMPT_CYCLES as usize) {
            self.event(Cycle(at), Event::Commit { launched: false });
        }
    }
}

impl Observer for Log {
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.0.push(Seen::Read(at, target, value));
    }

    fn bus_error(&mut self, at: Cycle, target: Target) {
        self.0.push(Seen::BusError(at, target));
    }

    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        self.0.push(Seen::HdrRefused(at, push));
    }

    fn end(&mut self, at: Cycle, state: Digest) {
        self.0.push(Seen::End(at, state));
    }
}
