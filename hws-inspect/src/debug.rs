//! Stepping through a stimulus, forwards and back, with breakpoints.
//!
//! A [`Debugger`] is at one cycle of its stimulus, as a [`Rewind`]. The last stop before a cycle is found by running again
//! from the snapshot before it.
//!
//! What a [`DebugView`] shows are the registers, the [`Decision`](hws_model::Decision) of the HWS and the reasons of
//! [`explain`](crate::explain); nothing is decided here.

mod breakpoint;
mod log;
mod view;

use std::io::BufRead;

use hws_sim::stimulus::{Operation, Reader, StimulusError};

use crate::explain::{ExplainError, Explanation, Question, explain};
use crate::rewind::Rewind;
use breakpoint::Matcher;
use log::Log;

pub use breakpoint::{Breakpoint, BreakpointError, DebugRule};
pub use log::LoggedEvent;
pub use view::{DebugBlock, DebugSip, DebugView, Resident};

/// Where a run stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopAt {
    /// At each tick.
    Tick,
    /// After each COMMIT.
    Attempt,
    /// After each tick in which there was an event.
    Event,
    /// At a breakpoint.
    Breakpoint,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// It reached what was asked for; at a breakpoint, the first one that matches.
    Reached(Option<usize>),
    /// There is no such stop up to the end of the stimulus, or back to its beginning.
    Border,
    /// The caller gave up; the present cycle is as before.
    GivenUp,
}

/// A stimulus with the machine at one of its cycles.
///
/// ```
/// use hws_inspect::debug::{Debugger, StopAt, StopReason};
///
/// let stimulus = "{\"at\":0,\"op\":\"write\",\"reg\":\"HWS_CTRL\",\"value\":1}\n{\"at\":100,\"op\":\"end\"}";
/// let mut debugger = Debugger::open("short", stimulus.as_bytes().to_vec())?;
/// assert_eq!(debugger.forward(StopAt::Tick, &|| true), StopReason::Reached(None));
/// assert_eq!(debugger.cycle(), 1);
/// assert_eq!(debugger.forward(StopAt::Event, &|| true), StopReason::Border);
/// assert_eq!((debugger.cycle(), debugger.end()), (100, 100));
/// # Ok::<(), hws_sim::stimulus::StimulusError>(())
/// ```
#[derive(Debug)]
pub struct Debugger {
    name: String,
    stimulus: Vec<u8>,
    time: Rewind<Log>,
    breakpoints: Vec<Breakpoint>,
}

impl Debugger {
    /// Opens a stimulus, in JSON Lines; the present cycle is 0.
    ///
    /// # Errors
    /// [`StimulusError`] of the first malformed line.
    pub fn open(name: &str, stimulus: Vec<u8>) -> Result<Self, StimulusError> {
        let operations = read(Reader::new(name, stimulus.as_slice()))?;
        let time = Rewind::new(operations, Log::default());
        Ok(Self { name: name.to_owned(), stimulus, time, breakpoints: Vec::new() })
    }

    /// Returns the present cycle.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.time.cycle()
    }

    /// Returns the last cycle.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.time.end()
    }

    /// Returns the breakpoints, in the order in which they were added.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Adds a breakpoint; one that exists already is not added again.
    pub fn add(&mut self, breakpoint: Breakpoint) {
        if !self.breakpoints.contains(&breakpoint) {
            self.breakpoints.push(breakpoint);
        }
    }

    /// Removes a breakpoint by its place; has no effect if there is none.
    pub fn remove(&mut self, place: usize) {
        if place < self.breakpoints.len() {
            self.breakpoints.remove(place);
        }
    }

    /// Goes to a cycle, the last one at most. While `goes_on` returns true.
    pub fn seek(&mut self, cycle: u64, goes_on: &dyn Fn() -> bool) -> StopReason {
        let (here, cycle) = (self.cycle(), cycle.min(self.end()));
        self.time.approach(cycle);
        if self.run_to(cycle, &mut Patience::new(goes_on)) {
            return StopReason::Reached(None);
        }
        self.give_up(here)
    }

    /// Goes forwards to the next stop, or to the end. While `goes_on` returns true.
    pub fn forward(&mut self, at: StopAt, goes_on: &dyn Fn() -> bool) -> StopReason {
        let here = self.cycle();
        let mut matcher = Matcher::new(at, &self.breakpoints, self.time.machine());
        let mut patience = Patience::new(goes_on);
        while self.cycle() < self.end() {
            if !patience.lasts() {
                return self.give_up(here);
            }
            self.advance(self.tick_limit(at));
            if let Some(found) = matcher.matches(self.time.machine()) {
                return StopReason::Reached(found);
            }
        }
        StopReason::Border
    }

    /// Goes back to the last stop before the present cycle, or to the beginning. While `goes_on` returns true.
    pub fn back(&mut self, at: StopAt, goes_on: &dyn Fn() -> bool) -> StopReason {
        let here = self.cycle();
        if at == StopAt::Tick && here > 0 {
            return self.seek(here - 1, goes_on);
        }
        let (mut patience, mut bound) = (Patience::new(goes_on), here);
        loop {
            // Before the last cycle in question, because only what follows a snapshot is seen.
            self.time.restore(bound.saturating_sub(2));
            let began = self.cycle();
            let Ok(last) = self.last_stop(at, bound, &mut patience) else { return self.give_up(here) };
            if let Some((cycle, found)) = last {
                self.restore(cycle);
                return StopReason::Reached(found);
            }
            if began == 0 {
                self.restore(0);
                return StopReason::Border;
            }
            // A stop in the cycle of the snapshot is seen from the one before it.
            bound = began + 1;
        }
    }

    /// Answers a question about the whole stimulus, as `hws explain` does.
    ///
    /// # Errors
    /// Those of [`explain`].
    pub fn explain(&self, question: Question) -> Result<Explanation, ExplainError> {
        explain(Reader::new(&self.name, self.stimulus.as_slice()), question)
    }

    /// Returns what can be seen of the present state.
    #[must_use]
    pub fn view(&self) -> DebugView {
        DebugView::new(self.time.machine(), self.end())
    }

    /// The last stop from the present state on and before a cycle, and the breakpoint.
    fn last_stop(
        &mut self,
        at: StopAt,
        bound: u64,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Stop>, GaveUp> {
        let mut matcher = Matcher::new(at, &self.breakpoints, self.time.machine());
        let mut last = None;
        while self.cycle() + 1 < bound {
            if !patience.lasts() {
                return Err(GaveUp);
            }
            self.advance(bound - 1);
            if let Some(found) = matcher.matches(self.time.machine()) {
                last = Some((self.cycle(), found));
            }
        }
        Ok(last)
    }

    /// Returns whether the cycle was reached.
    fn run_to(&mut self, cycle: u64, patience: &mut Patience<'_>) -> bool {
        while self.cycle() < cycle {
            if !patience.lasts() {
                return false;
            }
            self.advance(cycle);
        }
        true
    }

    fn restore(&mut self, cycle: u64) {
        self.time.restore(cycle);
        while self.cycle() < cycle {
            self.advance(cycle);
        }
    }

    fn give_up(&mut self, here: u64) -> StopReason {
        self.restore(here);
        StopReason::GivenUp
    }

    fn tick_limit(&self, at: StopAt) -> u64 {
        if at == StopAt::Tick { self.cycle() + 1 } else { self.end() }
    }

    /// Advances to the next cycle in which anything may have happened.
    fn advance(&mut self, limit: u64) {
        self.time.observer_mut().begin();
        self.time.step(limit);
    }
}

/// A cycle to stop at, and the breakpoint if it is one.
type Stop = (u64, Option<usize>);

/// The caller does not want to wait any longer.
struct GaveUp;

/// Asks the caller from time to time.
struct Patience<'g> {
    goes_on: &'g dyn Fn() -> bool,
    steps: u32,
}

impl<'g> Patience<'g> {
    const STEPS: u32 = 4096;

    const fn new(goes_on: &'g dyn Fn() -> bool) -> Self {
        Self { goes_on, steps: 0 }
    }

    fn lasts(&mut self) -> bool {
        self.steps += 1;
        !self.steps.is_multiple_of(Self::STEPS) || (self.goes_on)()
    }
}

fn read<R: BufRead>(reader: Reader<R>) -> Result<Vec<Operation>, StimulusError> {
    reader.collect()
}
