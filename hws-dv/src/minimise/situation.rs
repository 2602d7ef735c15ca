//! What the model does at the difference.

use hws_model::{BusError, Config, Event, EventSink, Hws};
use hws_regs::RegId;
use hws_sim::stimulus::{Op, Operation};
use hws_sim::{Machine, Observer};
use hws_types::Cycle;

use crate::lockstep::{Divergence, Moment, decision};

/// What the model does at a difference; the expectation that the RTL does not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    cycle: Cycle,
    moment: Moment,
    /// The registers that differ, with the values of the model.
    registers: Vec<(RegId, u32)>,
    /// The events of the cycle.
    events: Vec<Event>,
    /// The decision that the tick of the cycle commits.
    decision: Vec<String>,
    /// The last access and its answer, if it is the access that differs.
    access: Option<(Operation, Result<u32, BusError>)>,
}

impl Situation {
    /// Replays the inputs up to the difference.
    #[must_use]
    pub fn new(operations: &[Operation], divergence: &Divergence) -> Self {
        let registers = divergence.differences.iter().filter_map(|difference| difference.register);
        let registers: Vec<(RegId, u32)> = registers.map(|id| (id, 0)).collect();
        let empty = Self {
            cycle: Cycle(divergence.cycle),
            moment: divergence.moment,
            registers,
            events: Vec::new(),
            decision: Vec::new(),
            access: None,
        };
        empty.of(operations)
    }

    /// Returns the registers that differ, with the values of the model.
    #[must_use]
    pub fn registers(&self) -> &[(RegId, u32)] {
        &self.registers
    }

    /// Returns the cycle of the difference.
    #[must_use]
    pub fn cycle(&self) -> Cycle {
        self.cycle
    }

    /// Returns the cycle before whose tick the difference shows.
    #[must_use]
    pub fn end(&self) -> Cycle {
        self.cycle.after((self.moment == Moment::Tick).into())
    }

    /// Returns whether the stimulus brings the model into this situation.
    #[must_use]
    pub fn is_reached_by(&self, operations: &[Operation]) -> bool {
        self.of(operations) == *self
    }

    /// The situation of another stimulus at the same place.
    fn of(&self, operations: &[Operation]) -> Self {
        let watch = Watch { cycle: self.cycle, events: Vec::new() };
        let mut machine = Machine::new(Hws::new(Config::default()), watch);
        let mut access = None;
        for operation in operations.iter().filter(|operation| operation.op != Op::End) {
            let answer = machine.perform(operation);
            access = self.access_of(operation, answer);
        }
        machine.advance_to(self.cycle);
        let commits = machine.hws().attempt().is_some_and(|attempt| attempt.ticks_left == 1);
        let decision =
            if commits && self.moment == Moment::Tick { decision(machine.hws()) } else { Vec::new() };
        machine.advance_to(self.end());
        let registers = self.registers.iter().map(|&(id, _)| (id, machine.hws().peek(id))).collect();
        let (cycle, moment, events) = (self.cycle, self.moment, machine.into_observer().events);
        Self { cycle, moment, registers, events, decision, access }
    }

    fn access_of(
        &self,
        operation: &Operation,
        answer: Result<Option<u32>, hws_sim::Refused>,
    ) -> Option<(Operation, Result<u32, BusError>)> {
        let answer = match answer {
            Ok(data) => Ok(data.unwrap_or_default()),
            Err(hws_sim::Refused::Bus(error)) => Err(error),
            Err(_) => return None,
        };
        (self.moment == Moment::Access).then(|| (operation.clone(), answer))
    }
}

/// Collects the events of one cycle.
struct Watch {
    cycle: Cycle,
    events: Vec<Event>,
}

impl EventSink for Watch {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if cycle == self.cycle {
            self.events.push(event);
        }
    }
}

impl Observer for Watch {}
