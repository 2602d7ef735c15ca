//! Lock-step: the model is driven by the inputs of a dump and compared with it after every edge at which the registers
//! hold architectural values.
//!
//! * An edge that finds `tick_busy` = 0 takes a bus access, an HDR push or the start of a tick, in this order.
//! * A tick ends at the edge that leaves `tick_busy` = 0. The model makes its tick there, with the words of shared
//!   memory that the dump shows for it.
//! * After each of these, every port, monitor lane and register that the dump has is compared. Values with unknown bits
//!   are counted, not compared.
//!
//! The comparison ends at the first difference: afterwards the two no longer have the same state.
//!
//! A dump that begins in the middle of a run needs the state there: registers do not show it completely.

mod attempts;
mod away;
mod bus;
mod commands;
mod compare;
mod divergence;
mod events;
mod inputs;
mod lanes;
mod lost;
mod memory;
mod messages;
mod observer;
mod origin;
mod quiet;
mod recorder;
mod registers;
mod reset;
mod rule;
mod settle;
mod start;
mod tally;
mod tick;
mod unknown;

use std::sync::Arc;

use hws_model::{Config, Hws};
use hws_plain::{Breakage, EitherHws, Mutant};

use crate::check::{Episode, Judge, UnknownRule};
use crate::map::{Binding, NameMap, Port};
use crate::sample::{AfterEdge, EdgeSink, SampledEdge};
use attempts::Attempts;
use away::Away;
use bus::Bus;
use events::EventLog;
use inputs::InputLog;
use recorder::Recorder;
use registers::Registers;
use reset::{ResetLevel, ResetState};
use tick::TickRecord;

pub(crate) use divergence::decision;
pub use divergence::{Divergence, FieldDifference, ModelDifference, Moment};
pub(crate) use lanes::{LaneRecord, take};
pub use lost::Lost;
pub use observer::{LockstepObserver, LockstepStep, StepCause};
pub use recorder::RecordedInputs;
pub(crate) use registers::{MASKS, follows_time};
pub(crate) use reset::is_in_reset;
pub use tally::Tally;

/// The model beside a dump.
#[derive(Clone)]
pub struct Lockstep<O> {
    binding: Arc<Binding>,
    hws: EitherHws,
    bus: Bus,
    /// `tick_busy` after the last edge.
    is_busy: bool,
    reset: ResetState,
    record: TickRecord,
    log: EventLog,
    registers: Registers,
    inputs: InputLog,
    origins: origin::Origins,
    attempts: Attempts,
    tally: Tally,
    /// The first difference that is not waived.
    divergence: Option<Box<Divergence>>,
    judge: Option<Judge>,
    episodes: Vec<Episode>,
    away: Option<Away>,
    lost: Option<Lost>,
    /// A text file may end at a line end inside a time stamp.
    may_be_cut: bool,
    cut_at_end: Option<String>,
    may_skip_idle: bool,
    unknown_rule: UnknownRule,
    /// Another lock-step compares the same edges of the same machine.
    is_led: bool,
    recorder: Recorder,
    /// The state in which the comparison begins, until it is reached.
    start: Option<Box<Hws>>,
    /// Edges before this time are not compared, and how many they were.
    skipped: (u64, u64),
    /// The first cycle after which registers were not compared; `None` if those of the last edge were.
    unseen: Option<u64>,
    observer: O,
}

/// What a lock-step found.
#[derive(Clone, Debug)]
pub struct LockstepOutcome {
    /// The first difference that is not waived.
    pub divergence: Option<Box<Divergence>>,
    /// All differences, if it was [judged](Lockstep::judged_by) whether the comparison goes on.
    pub episodes: Vec<Episode>,
    /// The judge.
    pub judge: Option<Judge>,
    /// Why the comparison ended before the dump did.
    pub lost: Option<Lost>,
    /// What differs at the last time stamp, if the file may end inside it.
    pub cut_at_end: Option<String>,
    /// What was compared.
    pub tally: Tally,
    /// The inputs of the run that was compared last, if they were [recorded](Lockstep::recording): up to the first
    /// difference, with the tick or the access that differs.
    pub inputs: Option<RecordedInputs>,
}

impl<O: LockstepObserver> Lockstep<O> {
    /// Creates a lock-step at power-on. `may_be_cut`: the end of the file does not show whether it is complete. The
    /// observer sees every step in which both agree.
    #[must_use]
    pub fn new(map: &NameMap, binding: Arc<Binding>, may_be_cut: bool, observer: O) -> Self {
        let (registers, tally) = (Registers::new(&binding), Tally::new(&binding));
        Self {
            binding,
            hws: Hws::new(Config::default()).into(),
            bus: Bus::new(map),
            is_busy: false,
            reset: ResetState::new(map),
            record: TickRecord::default(),
            log: EventLog::default(),
            registers,
            inputs: InputLog::default(),
            origins: origin::Origins::default(),
            attempts: Attempts::default(),
            tally,
            divergence: None,
            judge: None,
            episodes: Vec::new(),
            away: None,
            lost: None,
            may_be_cut,
            cut_at_end: None,
            may_skip_idle: map.may_skip_idle,
            unknown_rule: UnknownRule::default(),
            is_led: false,
            recorder: Recorder::default(),
            start: None,
            skipped: (0, 0),
            unseen: None,
            observer,
        }
    }

    /// Begins in this state, at its cycle, and not at power-on.
    #[must_use]
    pub fn starting(self, start: Option<Box<Hws>>) -> Self {
        Self { start, ..self }
    }

    /// Compares from the edge at this time on, in the run after so many power-on resets.
    #[must_use]
    pub fn from_time(mut self, time: u64, epoch: u64) -> Self {
        self.skipped.0 = time;
        self.reset.resume(epoch);
        self
    }

    /// Takes outputs and registers with unknown bits by this rule.
    #[must_use]
    pub fn taking_unknown(self, unknown_rule: UnknownRule) -> Self {
        Self { unknown_rule, ..self }
    }

    /// Keeps the inputs, so that they can be replayed without the dump.
    #[must_use]
    pub fn recording(self) -> Self {
        Self { recorder: Recorder::recording(), ..self }
    }

    /// Puts the second implementation in the place of the model.
    pub(crate) fn beside(mut self, machine: EitherHws) -> Self {
        self.hws = machine;
        self
    }

    /// Takes the inputs and compares nothing: another lock-step has compared the same edges.
    pub(crate) fn led(mut self) -> Self {
        (self.is_led, self.inputs.is_off) = (true, true);
        self
    }

    /// A copy that breaks a rule of the second implementation from the next edge on, and compares; it keeps no inputs.
    pub(crate) fn breaking(&self, mutant: Mutant) -> Self
    where
        O: Clone,
    {
        let mut copy = Self { is_led: false, ..self.clone() };
        copy.hws.set_broken(Breakage::One(mutant));
        copy
    }

    /// Whether the second implementation is in the same state, whatever it breaks, so that both go on alike.
    pub(crate) fn is_in_state_of(&mut self, other: &Self) -> bool {
        self.is_busy == other.is_busy && self.hws.is_in_state_of(&other.hws)
    }

    /// Returns what was found so far.
    #[must_use]
    pub fn outcome(&self) -> LockstepOutcome {
        let not_reached = self.start.as_ref().map(|state| Lost::NotReached { wanted: state.cycle().0 });
        let lost = self.lost.clone().or(not_reached);
        let (divergence, tally) = (self.divergence.clone(), self.tally.clone());
        // A dump of the stimulus must not end with the time stamp that differs: it would look like a cut.
        let end = self.hws.cycle().0 + u64::from(divergence.is_some());
        let inputs = self.recorder.clone().finish(end);
        let (episodes, judge) = (self.episodes.clone(), self.judge.clone());
        // What happens before model and dump agree again is not a reason to end.
        let lost = lost.filter(|_| !self.is_unsettled());
        LockstepOutcome {
            divergence,
            episodes,
            judge,
            lost,
            cut_at_end: self.cut_at_end.clone(),
            tally,
            inputs,
        }
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the first difference, if there is one.
    #[must_use]
    pub fn divergence(&self) -> Option<&Divergence> {
        self.divergence.as_deref()
    }

    /// Returns the model as it is after the last step.
    #[must_use]
    pub fn hws(&self) -> &Hws {
        self.hws.model()
    }

    /// An edge out of reset.
    fn run(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        self.bus.observe(edge, self.is_busy);
        let moment = self.start(edge);
        if let Some(port) = self.unknown_port(edge, moment) {
            return self.lose(edge, port, moment);
        }
        if self.is_busy {
            self.record.take_word(edge);
        } else {
            self.check_cycle(edge);
        }
        if self.lost.is_some() {
            return AfterEdge::Stop;
        }
        self.record.observe(edge, &self.binding);
        self.is_busy = self.is_busy_after(edge, moment);
        match moment {
            Moment::Tick if self.is_busy && self.record.edges() > lost::LONGEST_TICK => self.hang(edge),
            Moment::Tick if self.is_busy => AfterEdge::Collect,
            moment => self.settle(edge, moment),
        }
    }

    /// What the edge does.
    fn start(&mut self, edge: &SampledEdge<'_>) -> Moment {
        if self.is_busy {
            return Moment::Tick;
        }
        self.record.clear();
        self.log.clear();
        self.bus.start(edge).unwrap_or_else(|| self.other(edge))
    }

    fn other(&self, edge: &SampledEdge<'_>) -> Moment {
        let is_set = |port: Port| edge.inputs[port as usize].get() == Some(1);
        if self.binding.port(Port::HdrValid).is_some() && is_set(Port::HdrValid) {
            Moment::Push
        } else if self.starts_tick(edge) {
            Moment::Tick
        } else {
            Moment::Idle
        }
    }

    /// Without `tick_req`, a tick shows by its effect.
    fn starts_tick(&self, edge: &SampledEdge<'_>) -> bool {
        if self.binding.port(Port::TickReq).is_some() {
            return edge.inputs[Port::TickReq as usize].get() == Some(1);
        }
        let value = |port: Port| edge.values[port as usize].get();
        value(Port::TickBusy) == Some(1) || value(Port::Cycle).is_some_and(|cycle| cycle > self.hws.cycle().0)
    }

    /// Without `tick_busy`, a tick ends when the cycle counts.
    fn is_busy_after(&self, edge: &SampledEdge<'_>, moment: Moment) -> bool {
        if moment != Moment::Tick {
            return false;
        }
        match self.binding.port(Port::TickBusy) {
            Some(_) => edge.values[Port::TickBusy as usize].get() == Some(1),
            None => edge.values[Port::Cycle as usize].get() == Some(self.hws.cycle().0),
        }
    }
}

impl<O: LockstepObserver> EdgeSink for Lockstep<O> {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        if edge.time < self.skipped.0 {
            self.skipped.1 += 1;
            return AfterEdge::Clear;
        }
        self.tally.edges += 1;
        if self.start.is_some() {
            return self.wait(edge);
        }
        match self.reset.level(edge, &self.binding) {
            ResetLevel::Active => {
                self.lost = None;
                self.power_on(edge)
            }
            ResetLevel::Unknown => self.lose(edge, Port::RstN, Moment::Idle),
            // Only the first reset makes the state known again.
            _ if self.lost.is_some() => AfterEdge::Clear,
            ResetLevel::NotDriven => self.power_on(edge),
            ResetLevel::Inactive => self.leave_reset().unwrap_or_else(|| self.run(edge)),
        }
    }
}

/// The place of a port among the targets.
const fn place(port: Port) -> usize {
    port as usize
}
