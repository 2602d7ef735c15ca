//! Performs operations on an HWS and checks the invariants after each access and each step of time.

use fw_api::{complete_report, pre_complete_report};
use hws_model::{Config, Hws};
use hws_regs::RegId;
use hws_sim::check::{Act, InvariantChecker};
use hws_types::{HdrPush, Sip, SipReport, TD_WORDS};

use super::operation::{Operation, Report};
use super::reached::Reached;
use crate::memory::Memory;

/// An HWS with its surroundings, as fuzz targets drive it.
pub(super) struct Driver {
    hws: Hws,
    memory: Memory,
    checker: InvariantChecker,
    reached: Reached,
}

impl Driver {
    pub(super) fn new(config: Config) -> Self {
        let (memory, mut checker) = (Memory::new(), InvariantChecker::new());
        checker.memory_written(0, memory.words());
        Self { hws: Hws::new(config), memory, checker, reached: Reached::default() }
    }

    pub(super) fn reached(&self) -> Reached {
        self.reached
    }

    /// Checks the whole state.
    ///
    /// # Panics
    /// If an invariant does not hold.
    pub(super) fn finish(&mut self) {
        self.checker.finish(&self.hws);
        self.judge();
    }

    /// Performs one operation.
    ///
    /// # Panics
    /// If an invariant does not hold afterwards, or in between.
    pub(super) fn apply(&mut self, operation: Operation) {
        self.reached.operations += 1;
        match operation {
            Operation::Read(offset) => self.read(offset),
            Operation::Write { offset, value } => self.write(offset, value),
            Operation::Submit { words, push } => self.submit(&words, push),
            Operation::Push(push) => self.push(push),
            Operation::Poke { place, word, value } => self.poke(place, word, value),
            Operation::Honest { report, first, count } => self.report(report, first, count),
            Operation::Almost { report, first, bit } => self.almost(report, first, bit),
            Operation::Forged { report, value } => self.write(doorbell(report).offset(), value),
            Operation::DrainMdma(count) => self.drain_mdma(count),
            Operation::DrainMih(count) => (0..count).for_each(|_| self.read(RegId::MihDataHi.offset())),
            Operation::Tick => self.tick(),
            Operation::Advance(ticks) => self.advance(ticks),
        }
    }

    /// Checks the state.
    fn check(&mut self) {
        self.checker.after(&self.hws);
        self.reached.see(self.checker.view());
        self.judge();
    }

    fn judge(&self) {
        if let Some(violation) = &self.checker.verdict().first {
            panic!("{violation}");
        }
    }

    fn did(&mut self, act: Act) {
        self.reached.bus_errors +=
            u64::from(matches!(act, Act::ReadRefused { .. } | Act::WriteRefused { .. }));
        self.checker.did(act);
        self.check();
    }

    fn read(&mut self, offset: u32) {
        let answer = self.hws.read32(offset);
        self.did(answer.map_or(Act::ReadRefused { offset }, |value| Act::Read { offset, value }));
    }

    fn write(&mut self, offset: u32, value: u32) {
        let answer = self.hws.write32(offset, value, &mut (&mut self.reached, &mut self.checker));
        self.did(answer.map_or(Act::WriteRefused { offset }, |()| Act::Write { offset, value }));
    }

    fn poke(&mut self, place: u32, word: usize, value: u32) {
        let address = self.memory.write(place, word, value);
        self.checker.memory_written(address, &[value]);
    }

    fn submit(&mut self, words: &[u32; TD_WORDS], push: HdrPush) {
        let place = u32::from(push.hdr_entry_id);
        (0..).zip(words).for_each(|(word, &value)| self.poke(place, word, value));
        self.push(push);
    }

    /// A full FIFO refuses the push, which is just as useful.
    fn push(&mut self, push: HdrPush) {
        let answer = self.hws.push_hdr(push);
        self.did(answer.map_or(Act::PushRefused, |()| Act::Pushed(push)));
    }

    fn drain_mdma(&mut self, count: u32) {
        for _ in 0..count {
            self.hws.pop_mdma();
        }
        self.check();
    }

    fn tick(&mut self) {
        self.hws.tick(&mut self.memory, &mut (&mut self.reached, &mut self.checker));
        self.check();
    }

    /// The invariants hold after every tick, so they are checked in every step that may have an effect.
    fn advance(&mut self, ticks: u64) {
        let mut left = ticks;
        while left > 0 {
            left -= self.hws.step(left, &mut self.memory, &mut (&mut self.reached, &mut self.checker));
            self.check();
        }
    }

    /// Makes `count` running SIPs report, starting at `first`, with a check after each report.
    fn report(&mut self, report: Report, first: u32, count: u32) {
        for sip in self.running_from(first).into_iter().take(count as usize) {
            if let Some(truth) = self.truth(sip) {
                self.write(doorbell(report).offset(), encode(report, truth));
            }
        }
    }

    /// A report that differs from a valid one in a single bit.
    fn almost(&mut self, report: Report, first: u32, bit: u32) {
        let truth = self.running_from(first).first().and_then(|&sip| self.truth(sip));
        if let Some(truth) = truth {
            self.write(doorbell(report).offset(), encode(report, truth) ^ (1 << (bit % u32::BITS)));
        }
    }

    /// The SIPs that run something, ascending from `first` and wrapping around.
    fn running_from(&self, first: u32) -> Vec<Sip> {
        let from_first = (first..first + Sip::COUNT as u32).map(Sip::wrapping);
        from_first.filter(|&sip| self.truth(sip).is_some()).collect()
    }

    /// What the SIP runs, from the pages SIP_LAUNCH and LAUNCH.
    fn truth(&self, sip: Sip) -> Option<SipReport> {
        let launch_id = self.checker.view().sips[sip.index()].running?;
        let block_id = self.checker.view().launches[launch_id.index()]?.block_id;
        Some(SipReport { launch_id, block_id, sip })
    }
}

fn doorbell(report: Report) -> RegId {
    match report {
        Report::Complete => RegId::SipReportComplete,
        Report::PreComplete => RegId::SipReportPreComplete,
    }
}

fn encode(report: Report, truth: SipReport) -> u32 {
    match report {
        Report::Complete => complete_report(truth).bits(),
        Report::PreComplete => pre_complete_report(truth).bits(),
    }
}
