//! Performs operations on an HWS and checks the invariants after each access and each step of time.

use hws_model::Hws;
use hws_regs::RegId;
use hws_sim::check::{Act, InvariantChecker, Violation};
use hws_sim::stimulus::{Op, Target};
use hws_sim::{Observer, SparseMemory};
use hws_types::HdrPush;

use super::live;
use super::operation::Operation;
use super::reached::Reached;
use super::setup::Setup;

/// An invariant that does not hold.
pub(super) struct Broken(pub(super) Box<Violation>);

/// An HWS with its surroundings, as fuzz targets drive it. The observer is shown every operation as the operation of a
/// stimulus that repeats it, and every event.
pub(super) struct Driver<'o, O> {
    hws: Hws,
    has_slow_mdma: bool,
    pub(super) memory: SparseMemory,
    pub(super) checker: InvariantChecker,
    reached: Reached,
    observer: &'o mut O,
}

impl<'o, O: Observer> Driver<'o, O> {
    pub(super) fn new(setup: Setup, observer: &'o mut O) -> Self {
        Self {
            hws: Hws::new(setup.config),
            has_slow_mdma: setup.has_slow_mdma,
            memory: SparseMemory::default(),
            checker: InvariantChecker::new(),
            reached: Reached::default(),
            observer,
        }
    }

    /// The surroundings of an HWS in the middle of a run, with empty memory.
    pub(super) fn attached(hws: Hws, observer: &'o mut O) -> Self {
        let checker = InvariantChecker::attached_to(&hws);
        Self { checker, hws, ..Self::new(Setup::default(), observer) }
    }

    /// Shows the observer the end of the run.
    pub(super) fn end(&mut self) {
        self.show(&Op::End);
        self.observer.ended(&self.hws);
    }

    pub(super) fn reached(&self) -> Reached {
        self.reached
    }

    /// Checks the whole state.
    pub(super) fn finish(&mut self) -> Result<(), Broken> {
        self.checker.finish(&self.hws);
        self.judge()
    }

    /// Performs one operation, up to the first violation.
    pub(super) fn apply(&mut self, operation: Operation) -> Result<(), Broken> {
        self.reached.operations += 1;
        match operation {
            Operation::Read(offset) => self.read(offset),
            Operation::Write { offset, value } => self.write(offset, value),
            Operation::Submit { words, push } => {
                self.poke(push.td_addr, &words);
                self.push(push)
            }
            Operation::SubmitByFirmware { words, td_addr, push } => {
                self.poke(td_addr, &words);
                self.write(RegId::FwTaskTdAddr.offset(), td_addr)?;
                self.write(RegId::FwTaskPush.offset(), push)
            }
            Operation::Push(push) => self.push(push),
            Operation::Poke { address, value } => {
                self.poke(address, &[value]);
                Ok(())
            }
            Operation::Grant { first, word, by } => self.grant(first, word, by),
            Operation::Trigger { first, count } => self.trigger(first, count),
            Operation::Claim { aim, first, count } => {
                self.write(RegId::HrmFwClaim.offset(), self.some_of(aim, first, count))
            }
            Operation::Release { aim, first, count } => {
                self.write(RegId::HrmFwRelease.offset(), self.some_of(aim, first, count))
            }
            Operation::Honest { report, first, count } => self.report(report, first, count),
            Operation::Almost { report, first, bit } => self.almost(report, first, bit),
            Operation::Forged { report, value } => self.write(live::doorbell(report).offset(), value),
            Operation::DrainMdma(count) if self.has_slow_mdma => self.drain_mdma(count),
            // There is nothing to take.
            Operation::DrainMdma(count) => self.advance(count.into()),
            Operation::DrainMih(count) => (0..count).try_for_each(|_| self.read(RegId::MihDataHi.offset())),
            Operation::Tick => self.tick(),
            Operation::Advance(ticks) => self.advance(ticks),
        }
    }

    /// Checks the state.
    fn check(&mut self) -> Result<(), Broken> {
        self.checker.after(&self.hws);
        self.observer.settled(&self.hws);
        self.reached.see(self.checker.view());
        self.judge()
    }

    fn judge(&self) -> Result<(), Broken> {
        match &self.checker.verdict().first {
            None => Ok(()),
            Some(violation) => Err(Broken(Box::new(violation.clone()))),
        }
    }

    fn did(&mut self, act: Act) -> Result<(), Broken> {
        self.reached.acts += 1;
        self.reached.bus_errors +=
            u64::from(matches!(act, Act::ReadRefused { .. } | Act::WriteRefused { .. }));
        self.checker.did(act);
        self.check()
    }

    fn show(&mut self, op: &Op) {
        self.observer.operation(self.hws.cycle(), op);
    }

    fn read(&mut self, offset: u32) -> Result<(), Broken> {
        self.show(&Op::Read { target: Target::Address(offset) });
        let answer = self.hws.read32(offset);
        self.did(answer.map_or(Act::ReadRefused { offset }, |value| Act::Read { offset, value }))
    }

    pub(super) fn write(&mut self, offset: u32, value: u32) -> Result<(), Broken> {
        self.show(&Op::Write { target: Target::Address(offset), value });
        let mut sinks = (&mut self.reached, (&mut self.checker, &mut *self.observer));
        let answer = self.hws.write32(offset, value, &mut sinks);
        self.did(answer.map_or(Act::WriteRefused { offset }, |()| Act::Write { offset, value }))
    }

    /// Words that would run past the end of the address space are not written.
    pub(super) fn poke(&mut self, address: u32, words: &[u32]) {
        if self.memory.write(address, words).is_ok() {
            self.checker.memory_written(address, words);
            self.show(&Op::Mem { addr: address, words: words.to_vec() });
        }
    }

    /// A full FIFO refuses the push, which is just as useful.
    fn push(&mut self, push: HdrPush) -> Result<(), Broken> {
        self.show(&Op::Hdr(push));
        let answer = self.hws.push_hdr(push);
        self.did(answer.map_or(Act::PushRefused, |()| Act::Pushed(push)))
    }

    fn drain_mdma(&mut self, count: u32) -> Result<(), Broken> {
        for _ in 0..count {
            self.hws.pop_mdma();
        }
        self.check()
    }

    fn tick(&mut self) -> Result<(), Broken> {
        self.reached.acts += 1;
        let mut sinks = (&mut self.reached, (&mut self.checker, &mut *self.observer));
        self.hws.tick(&mut self.memory, &mut sinks);
        self.passed()
    }

    /// The invariants hold after every tick, so they are checked in every step that may have an effect.
    fn advance(&mut self, ticks: u64) -> Result<(), Broken> {
        self.reached.acts += 1;
        let mut left = ticks;
        while left > 0 {
            let mut sinks = (&mut self.reached, (&mut self.checker, &mut *self.observer));
            left -= self.hws.step(left, &mut self.memory, &mut sinks);
            self.passed()?;
        }
        Ok(())
    }

    fn passed(&mut self) -> Result<(), Broken> {
        if !self.has_slow_mdma {
            while self.hws.pop_mdma().is_some() {}
        }
        self.check()
    }
}
