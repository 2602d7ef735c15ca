//! One state: the HWS and the record of what happened.

mod clauses;

use hws_model::{Event, EventSink, Hws};
use hws_regs::{MihStatus, RegId};
use hws_sim::stimulus::Op;
use hws_sim::{Observer, SparseMemory};
use hws_types::Cycle;

use crate::action::Action;
use crate::configuration::TimeStep;
use crate::finding::Finding;
use crate::ledger::Ledger;
use crate::scenario::{SETTLED, Scenario};

/// The most ticks that pass at once while nothing happens: more than any countdown but those of estimates, which are 0
/// where this is used.
const LONGEST: u64 = 100;

/// A state of the exploration.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) hws: Hws,
    pub(crate) ledger: Ledger,
}

/// The surroundings of one transition.
pub(crate) struct Around<'a, O> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) memory: &'a mut SparseMemory,
    pub(crate) observer: &'a mut O,
}

/// Has each event judged, and passes it on.
struct Ear<'a, O> {
    scenario: &'a Scenario,
    ledger: &'a mut Ledger,
    observer: &'a mut O,
    found: Result<(), Finding>,
}

impl<O: EventSink> EventSink for Ear<'_, O> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if self.found.is_ok() {
            self.found = self.ledger.hear(self.scenario, &event);
        }
        self.observer.event(cycle, event);
    }
}

impl World {
    /// The first state: configured, enabled, nothing pushed.
    pub(crate) fn start<O: Observer>(around: &mut Around<'_, O>) -> Result<Self, Finding> {
        let mut world = Self { hws: Scenario::hws(), ledger: Ledger::new() };
        for op in around.scenario.start() {
            world.perform(&op, around)?;
        }
        for _ in 0..SETTLED {
            world.pass(around, |hws, memory, ear| hws.tick(memory, ear))?;
        }
        Ok(world)
    }

    /// The state after the action; `None` if it is not possible now.
    pub(crate) fn after<O: Observer>(
        &self,
        action: Action,
        around: &mut Around<'_, O>,
    ) -> Option<Result<Self, Finding>> {
        // A copy costs more than to see that an action is not possible.
        let operations = action.operations(around.scenario, &self.hws, &self.ledger)?;
        let mut next = self.clone();
        Some(next.act(action, &operations, around).map(|()| next))
    }

    fn act<O: Observer>(
        &mut self,
        action: Action,
        operations: &[Op],
        around: &mut Around<'_, O>,
    ) -> Result<(), Finding> {
        self.note(action, around.scenario);
        operations.iter().try_for_each(|op| self.perform(op, around))?;
        if action == Action::Time {
            self.time(around)?;
        }
        self.read_messages(around)
    }

    /// What the surroundings know about an action that they do.
    fn note(&mut self, action: Action, scenario: &Scenario) {
        match action {
            Action::Push(kernel) => self.ledger.push(kernel, scenario.configuration.kernels[kernel].times),
            Action::Trigger(kernel) => self.ledger.trigger(kernel),
            Action::NextUsageMask => self.ledger.write_mask(),
            Action::Claim | Action::Release => self.ledger.claim_or_release(),
            Action::ResetDag => self.ledger.reset(),
            Action::Time | Action::Complete(_) | Action::PreComplete(_) => {}
        }
    }

    fn time<O: Observer>(&mut self, around: &mut Around<'_, O>) -> Result<(), Finding> {
        match around.scenario.configuration.time {
            TimeStep::Ticks => self.pass(around, |hws, memory, ear| hws.tick(memory, ear)),
            TimeStep::Events => self.pass(around, |hws, memory, ear| {
                hws.step(LONGEST, memory, ear);
            }),
        }
    }

    /// Time passes; the SIPs take their commands.
    fn pass<O: Observer>(
        &mut self,
        around: &mut Around<'_, O>,
        pass: impl FnOnce(&mut Hws, &mut SparseMemory, &mut Ear<'_, O>),
    ) -> Result<(), Finding> {
        let Self { hws, ledger } = self;
        let Around { scenario, memory, observer } = around;
        let mut ear = Ear { scenario, ledger, observer: &mut **observer, found: Ok(()) };
        pass(hws, memory, &mut ear);
        while hws.pop_mdma().is_some() {}
        ear.found
    }

    fn perform<O: Observer>(&mut self, op: &Op, around: &mut Around<'_, O>) -> Result<(), Finding> {
        let Self { hws, ledger } = self;
        let Around { scenario, observer, .. } = around;
        observer.operation(hws.cycle(), op);
        let mut ear = Ear { scenario, ledger, observer: &mut **observer, found: Ok(()) };
        match *op {
            // The registers exist, and an accepted write does not fail.
            Op::Write { target, value } => drop_answer(hws.write32(target.offset(), value, &mut ear)),
            Op::Read { target } => drop_answer(hws.read32(target.offset())),
            // An action pushes only while the FIFO has room.
            Op::Hdr(push) => drop_answer(hws.push_hdr(push)),
            // The memory has its contents already.
            Op::Mem { .. } | Op::SipArray { .. } | Op::End => {}
        }
        ear.found
    }

    /// Firmware reads every message at once.
    fn read_messages<O: Observer>(&mut self, around: &mut Around<'_, O>) -> Result<(), Finding> {
        while !MihStatus::from_bits(self.hws.peek(RegId::MihStatus)).empty() {
            self.perform(&Op::Read { target: RegId::MihDataHi.into() }, around)?;
        }
        Ok(())
    }

    /// The behaviour of the HWS and the record, as bytes: equal bytes have equal futures.
    pub(crate) fn key(&self, scenario: &Scenario, bytes: &mut Vec<u8>) {
        bytes.clear();
        self.hws.behaviour(bytes);
        self.ledger.write(&scenario.configuration, bytes);
    }
}

#[cfg(test)]
mod tests;

/// For answers that the caller has made sure of.
fn drop_answer<T, E>(answer: Result<T, E>) {
    let _ = answer;
}
