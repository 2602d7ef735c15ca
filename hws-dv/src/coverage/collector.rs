//! The observer that counts: of a replay or a run, and of a lock-step with a dump.

use std::collections::VecDeque;
use std::rc::Rc;

use hws_model::{Event, EventSink, Hws};
use hws_regs::{Decoded, RegId, params};
use hws_sim::Observer;
use hws_sim::stimulus::{Op, Target};
use hws_types::{Cycle, LaunchId};

use super::groups::command::QueuedCommand;
use super::groups::port::Idling;
use super::plan::PLAN;
use super::sampler::CoverageCounts;
use super::step::{BusAccess, Cause, Glance, Latched, Step};
use crate::lockstep::{LockstepObserver, LockstepStep};

/// Counts what a model does. It watches the states and changes nothing.
pub struct Collector {
    counts: CoverageCounts,
    /// What the next state follows from.
    cause: Cause,
    events: Vec<Event>,
    before: Glance,
    cycle: Cycle,
    latched: Option<Rc<Latched>>,
    last_launch: Option<LaunchId>,
    /// Why no attempt was in flight after the last step of time.
    idling: Option<Idling>,
    /// The commands in the queue of the model.
    queued: VecDeque<QueuedCommand>,
}

impl Default for Collector {
    fn default() -> Self {
        Self::new()
    }
}

impl Collector {
    /// Creates a collector for a model at power-on.
    #[must_use]
    pub fn new() -> Self {
        let hws = Hws::new(hws_model::Config::default());
        Self {
            counts: CoverageCounts::new(&PLAN.model),
            cause: Cause::Time,
            events: Vec::new(),
            before: Glance::of(&hws),
            cycle: hws.cycle(),
            latched: None,
            last_launch: None,
            idling: None,
            queued: VecDeque::new(),
        }
    }

    /// Returns the counts.
    #[must_use]
    pub fn into_counts(self) -> CoverageCounts {
        self.counts
    }

    /// Another power-on reset: the counts stay.
    fn power_on(&mut self) {
        let counts = std::mem::replace(&mut self.counts, CoverageCounts::new(&PLAN.model));
        *self = Self { counts, ..Self::new() };
    }

    fn step(&mut self, hws: &Hws) {
        let now = Glance::of(hws);
        let cause = std::mem::replace(&mut self.cause, Cause::Time);
        let retired = self.take_retired();
        let step = Step {
            cause,
            events: &self.events,
            before: &self.before,
            latched: self.latched.as_ref(),
            last_launch: self.last_launch,
            idling: self.idling,
            hws,
        };
        PLAN.sample(&step, &now, &retired, &mut self.counts);
        self.queued.extend(written(&step));
        if matches!(cause, Cause::Time) {
            self.idling = Idling::of(&step, &now);
        }
        self.follow(hws);
        self.before = now;
        self.events.clear();
    }

    /// Takes the commands that the step has retired from the queue.
    fn take_retired(&mut self) -> Vec<QueuedCommand> {
        let is_retired = |event: &&Event| matches!(event, Event::Command { .. });
        let count = self.events.iter().filter(is_retired).count().min(self.queued.len());
        self.queued.drain(..count).collect()
    }

    /// Follows the attempts and the resets.
    fn follow(&mut self, hws: &Hws) {
        for event in &self.events {
            match *event {
                Event::Launch { launch_id, .. } => self.last_launch = Some(launch_id),
                Event::Commit { .. } => self.latched = None,
                Event::SoftReset { .. } => {
                    self.latched = None;
                    self.queued.clear();
                }
                _ => (),
            }
        }
        let has_ticked = hws.cycle() > self.cycle;
        self.cycle = hws.cycle();
        if has_ticked && hws.attempt().is_some_and(|attempt| attempt.ticks_left == params::ATTEMPT_CYCLES) {
            // LATCH is the last act of its tick, so this is its decision.
            let latched = Rc::new(Latched { decision: hws.decide(), hws: hws.clone() });
            PLAN.sample_latch(&latched, &mut self.counts);
            self.latched = Some(latched);
        }
    }
}

/// The command that the step has queued.
fn written(step: &Step<'_>) -> Option<QueuedCommand> {
    let (id, value) = step.write()?;
    let is_dropped = step.has(|event| {
        matches!(event, Event::Error { bit: hws_model::ErrorBit::CmdOverflow | hws_model::ErrorBit::Cfg, .. })
    });
    QueuedCommand::of(id, value).filter(|_| !is_dropped)
}

impl EventSink for Collector {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        self.events.push(event);
    }
}

impl Observer for Collector {
    fn operation(&mut self, _at: Cycle, op: &Op) {
        let access = |target: Target, write| {
            let target = RegId::decode(target.offset());
            Cause::Access(BusAccess { target, write, is_refused: false })
        };
        self.cause = match *op {
            Op::Write { target, value } => access(target, Some(value)),
            Op::Read { target } => access(target, None),
            Op::Hdr(_) => Cause::Push,
            Op::Mem { .. } | Op::SipArray { .. } | Op::End => Cause::Time,
        };
    }

    fn bus_error(&mut self, _at: Cycle, _target: Target) {
        if let Cause::Access(access) = &mut self.cause {
            access.is_refused = true;
        }
    }

    fn reported(&mut self, _at: Cycle, doorbell: RegId, value: u32) {
        let target = Decoded::Register(doorbell);
        self.cause = Cause::Access(BusAccess { target, write: Some(value), is_refused: false });
    }

    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        self.step(hws);
    }
}

impl LockstepObserver for Collector {
    fn power_on(&mut self) {
        Self::power_on(self);
    }

    fn settled(&mut self, step: &LockstepStep<'_>) {
        self.events.extend(step.events);
        self.cause = match step.cause {
            crate::lockstep::StepCause::Access { target, write, is_refused } => {
                Cause::Access(BusAccess { target, write, is_refused })
            }
            crate::lockstep::StepCause::Push => Cause::Push,
            crate::lockstep::StepCause::Time => Cause::Time,
        };
        self.step(step.hws);
    }
}
