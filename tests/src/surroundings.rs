//! The surroundings of interfaces.md around any [`HwsInterface`], cycle by cycle: operations, due reports, tick.

use fw_api::{complete_report, pre_complete_report};
use hws_model::{Config, Event, EventSink};
use hws_regs::{RegId, TimeUnit};
use hws_sim::stimulus::{Op, Operation, Target};
use hws_sim::{Digest, DueReport, Observer, SipArray};
use hws_types::{Cycle, MdmaCommand, SipMask};

use crate::interface::HwsInterface;
use crate::memory::FaultyMemory;

/// An HWS with shared memory and, once attached, the reference environment.
#[derive(Debug)]
pub struct Surroundings<D, O> {
    hws: D,
    memory: FaultyMemory,
    sips: Option<SipArray>,
    observer: O,
    mdma_period: u64,
}

/// Passes events on and notes a forced reset.
struct Tap<'a, O> {
    observer: &'a mut O,
    is_forced_reset: bool,
}

impl<O: EventSink> EventSink for Tap<'_, O> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.is_forced_reset |= matches!(event, Event::SoftReset { forced: true });
        self.observer.event(cycle, event);
    }
}

impl<D: HwsInterface, O: Observer> Surroundings<D, O> {
    /// At power-on: empty memory, no SIPs.
    pub fn new(config: Config, observer: O) -> Self {
        let hws = D::power_on(config);
        Self { hws, memory: FaultyMemory::default(), sips: None, observer, mdma_period: 1 }
    }

    /// Takes MDMA commands only after ticks whose number is a multiple of `ticks`, so that their FIFO fills.
    /// In a replay it is 1.
    #[must_use]
    pub fn with_mdma_period(self, ticks: u64) -> Self {
        Self { mdma_period: ticks.max(1), ..self }
    }

    /// Makes memory refuse words occasionally, according to `salt`. In a replay it refuses no written word.
    #[must_use]
    pub fn with_memory_faults(self, salt: Option<u32>) -> Self {
        Self { memory: FaultyMemory::new(salt), ..self }
    }

    /// Returns the HWS.
    pub const fn hws(&self) -> &D {
        &self.hws
    }

    /// Returns the HWS, so that it can be exchanged for another.
    pub const fn hws_mut(&mut self) -> &mut D {
        &mut self.hws
    }

    /// Returns the observer.
    pub const fn observer(&self) -> &O {
        &self.observer
    }

    /// Returns the observer, consuming the rest.
    pub fn into_observer(self) -> O {
        self.observer
    }

    /// Ticks up to the operation's cycle, then performs it.
    pub fn perform(&mut self, operation: &Operation) {
        while self.hws.cycle() < operation.at {
            self.tick();
        }
        self.apply(&operation.op);
    }

    /// Does the same with [`HwsInterface::advance`], at most `longest` ticks at once, and with whole blocks where
    /// [`HwsInterface::pop_mdma_block`] gives them.
    pub fn perform_in_jumps(&mut self, operation: &Operation, longest: impl FnMut() -> u64) {
        self.jump_to(operation.at, longest);
        self.apply(&operation.op);
    }

    /// Writes the reports due, ticks once, takes the MDMA commands.
    pub fn tick(&mut self) {
        self.write_due_reports();
        self.memory.set_time(self.hws.cycle());
        self.hws.tick(&mut self.memory, &mut self.observer);
        self.take_commands(|hws| hws.pop_mdma().map(|command| (command, command.sip.mask())));
    }

    fn jump_to(&mut self, target: Cycle, mut longest: impl FnMut() -> u64) {
        while self.hws.cycle() < target {
            self.write_due_blocks();
            let now = self.hws.cycle();
            let report = self.sips.as_ref().and_then(SipArray::next_due).unwrap_or(target);
            let taking = self.mdma_period - now.0 % self.mdma_period;
            let ticks = target.since(now).min(report.since(now)).min(taking).min(longest());
            self.hws.advance(ticks, &mut self.memory, &mut self.observer);
            self.take_commands(D::pop_mdma_block);
        }
    }

    fn write_due_reports(&mut self) {
        let now = self.hws.cycle();
        while let Some(report) = self.sips.as_mut().and_then(|sips| sips.take_due(now)) {
            self.write_report(report);
        }
    }

    fn write_report(&mut self, report: DueReport) {
        let (doorbell, value) = doorbell(report);
        self.write(doorbell.into(), value);
    }

    fn write_due_blocks(&mut self) {
        let now = self.hws.cycle();
        while let Some((report, sips)) = self.sips.as_mut().and_then(|array| array.take_due_block(now)) {
            match report {
                DueReport::PreComplete(_) => self.write_report(report),
                DueReport::Complete(block) => self.hws.complete_block(block, sips, &mut self.observer),
            }
        }
    }

    /// After a tick: in the cycle of the COMMIT, or later when they are taken slowly.
    fn take_commands(&mut self, pop: impl Fn(&mut D) -> Option<(MdmaCommand, SipMask)>) {
        let now = self.hws.cycle();
        if !now.0.is_multiple_of(self.mdma_period) {
            return;
        }
        let mut next = pop(&mut self.hws);
        if next.is_none() {
            return;
        }
        let commit = Cycle(now.0.saturating_sub(1));
        let prescale = TimeUnit::from_bits(self.hws.peek(RegId::TimeUnit)).prescale();
        while let Some((command, sips)) = next {
            if let Some(array) = &mut self.sips {
                array.accept_block(&command, sips, commit, prescale);
            }
            next = pop(&mut self.hws);
        }
    }

    fn apply(&mut self, op: &Op) {
        let now = self.hws.cycle();
        match op {
            Op::Mem { addr, words } => {
                self.memory.write(*addr, words).expect("a stimulus writes whole words")
            }
            Op::Write { target, value } => self.write(*target, *value),
            Op::Read { target } => self.read(*target),
            Op::Hdr(push) => {
                if !self.hws.push_hdr(*push) {
                    self.observer.hdr_refused(now, *push);
                }
            }
            Op::SipArray { pre_lead } => match &mut self.sips {
                Some(sips) => sips.set_pre_lead(*pre_lead),
                None => self.sips = Some(SipArray::new(*pre_lead)),
            },
            Op::End => {
                let state = Digest::from_words(Digest::registers().map(|register| self.hws.peek(register)));
                self.observer.end(now, state);
            }
        }
    }

    fn read(&mut self, target: Target) {
        let now = self.hws.cycle();
        match self.hws.read32(target.offset()) {
            Ok(value) => self.observer.read(now, target, value),
            Err(_) => self.observer.bus_error(now, target),
        }
    }

    fn write(&mut self, target: Target, value: u32) {
        let mut tap = Tap { observer: &mut self.observer, is_forced_reset: false };
        let answer = self.hws.write32(target.offset(), value, &mut tap);
        if let Some(sips) = self.sips.as_mut().filter(|_| tap.is_forced_reset) {
            sips.reset();
        }
        if answer.is_err() {
            self.observer.bus_error(self.hws.cycle(), target);
        }
    }
}

/// What a SIP writes, and where.
fn doorbell(report: DueReport) -> (RegId, u32) {
    match report {
        DueReport::Complete(report) => (RegId::SipReportComplete, complete_report(report).bits()),
        DueReport::PreComplete(report) => (RegId::SipReportPreComplete, pre_complete_report(report).bits()),
    }
}
