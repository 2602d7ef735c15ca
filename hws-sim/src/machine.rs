//! The machine: the HWS with its memory, its SIPs and its dependency resolver, advancing in time together.
//!
//! Within one cycle the order is that of interfaces.md §6: operations (stimulus, firmware, pushes of the
//! resolver), then the SIP reports due, then the tick. Time passes only in [`Machine::step`] and its callers,
//! and idle time costs nothing.

mod doorbell;
mod firmware_sips;
mod operations;
mod reads;
mod tap;

use hws_model::{Doorbell, Hws};
use hws_regs::{SipReportComplete, SipReportPreComplete};
use hws_types::{Cycle, HdrPush, Sip, SipReport, Source};

use crate::digest::Digest;
use crate::fault::{DisturbedMemory, FaultPlan, MachineFaults};
use crate::hdr::Hdr;
use crate::memory::SparseMemory;
use crate::observer::{FirmwareAct, FirmwareRun, Observer};
use crate::operation::Op;
use crate::sip_array::{DueReport, SipArray};
use doorbell::{doorbell, report_op};
use firmware_sips::FirmwareSips;
use reads::{ReadWord, Reads};
use tap::Tap;

pub use operations::Refused;

/// An HWS and its surroundings. The observer is called for everything that happens. A clone is a snapshot: it goes on
/// from the same state, whatever becomes of the original.
#[derive(Clone, Debug)]
pub struct Machine<S> {
    hws: Hws,
    memory: SparseMemory,
    sips: Option<SipArray>,
    firmware_sips: FirmwareSips,
    hdr: Option<Hdr>,
    /// The words read in the step that the observer is shown.
    reads: Vec<ReadWord>,
    faults: Option<Box<MachineFaults>>,
    /// The cycle up to which neither SIPs nor resolver have to act; 0 if that has to be found out.
    at_rest_until: Cycle,
    observer: S,
    /// Whether the observer is told what firmware is doing.
    tells_firmware: bool,
}

/// Why a SIP has not reported the end of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Silence {
    /// None of its reports arrived any more: [`FaultKind::StuckSip`](crate::fault::FaultKind::StuckSip).
    Stuck,
    /// The thread had ended, and its report was lost.
    Lost,
    /// The thread was still running.
    Running,
}

impl<S: Observer> Machine<S> {
    /// Creates a machine at power-on around `hws`: empty memory, no SIPs, no resolver.
    pub fn new(hws: Hws, observer: S) -> Self {
        Self {
            hws,
            memory: SparseMemory::default(),
            sips: None,
            firmware_sips: FirmwareSips::default(),
            hdr: None,
            reads: Vec::new(),
            faults: None,
            at_rest_until: Cycle(0),
            tells_firmware: observer.watches_firmware(),
            observer,
        }
    }

    /// Attaches a dependency resolver: it pushes ready kernels as soon as there is room, unless it is the
    /// table of a [firmware](Hdr::for_firmware).
    pub fn attach_hdr(&mut self, hdr: Hdr) {
        self.hdr = Some(hdr);
        self.stir();
    }

    /// Injects the faults of a plan into shared memory and the reports of SIPs from now on; to be called before the
    /// reference environment is attached.
    pub fn inject(&mut self, plan: &FaultPlan) {
        self.faults = Some(Box::new(MachineFaults::new(plan)));
        self.stir();
    }

    /// Returns the faults injected so far, if any are injected.
    pub fn faults(&self) -> Option<&MachineFaults> {
        self.faults.as_deref()
    }

    /// Returns the present cycle: the number of ticks completed.
    pub fn cycle(&self) -> Cycle {
        self.hws.cycle()
    }

    /// Returns the HWS, read-only.
    pub const fn hws(&self) -> &Hws {
        &self.hws
    }

    /// Returns the reference environment, if attached.
    pub const fn sips(&self) -> Option<&SipArray> {
        self.sips.as_ref()
    }

    /// Starts a thread of a block on a SIP on behalf of firmware, for `cycles` cycles. When it ends, the
    /// report of a launch is written as an operation; a block of firmware's own is
    /// [returned](Self::take_returned) to firmware.
    pub fn deliver(&mut self, run: FirmwareRun, cycles: u64) {
        let now = self.cycle();
        self.observer.delivered(now, &run);
        self.firmware_sips.accept(run, cycles, now);
        self.stir();
    }

    /// Resets a SIP on behalf of firmware, and gives it its threads of these launches again, each with its cycles: what
    /// the HWS shows as running, then what it shows as pending. `by_firmware`: firmware has started them, and not the MDMA.
    /// Returns why no report of the first one has come.
    pub fn restart(&mut self, sip: Sip, threads: &[(FirmwareRun, u64)], by_firmware: bool) -> Silence {
        let now = self.cycle();
        self.stir();
        let reports = self.faults.as_mut().map(|faults| &mut faults.reports);
        let is_stuck = reports.is_some_and(|reports| reports.reset_sip(sip));
        let was_running = match &mut self.sips {
            Some(sips) if !by_firmware => {
                let command = |&(run, cycles): &(FirmwareRun, u64)| Some((run.report()?, cycles));
                let commands: Vec<_> = threads.iter().filter_map(command).collect();
                sips.restart(sip, &commands, now)
            }
            _ => self.firmware_sips.restart(sip, threads, now),
        };
        match (is_stuck, was_running) {
            (true, _) => Silence::Stuck,
            (false, true) => Silence::Running,
            (false, false) => Silence::Lost,
        }
    }

    /// Returns whether a run of a block of firmware's own has ended and firmware has not taken it yet.
    pub fn has_returned(&self) -> bool {
        !self.firmware_sips.returned.is_empty()
    }

    /// Takes the next ended run of a block of firmware's own, with the cycle in which it ended; each is returned once,
    /// in the order in which they ended.
    pub fn take_returned(&mut self) -> Option<(Cycle, FirmwareRun)> {
        self.firmware_sips.returned.pop_front()
    }

    /// Returns the cycle in which the next SIP is due to report; none while no SIP is running.
    pub fn next_due(&self) -> Option<Cycle> {
        let of_array = self.sips.as_ref().and_then(SipArray::next_due);
        let under_way = self.faults.as_ref().and_then(|faults| faults.reports.next_due());
        earlier(of_array, earlier(self.firmware_sips.next_due(), under_way))
    }

    /// Returns the dependency resolver, if attached.
    pub const fn hdr(&self) -> Option<&Hdr> {
        self.hdr.as_ref()
    }

    /// Returns the dependency resolver, if attached, for adding kernels.
    pub const fn hdr_mut(&mut self) -> Option<&mut Hdr> {
        self.stir();
        self.hdr.as_mut()
    }

    /// Takes the next kernel that the dependency resolver has seen end; each is returned once, in that order.
    pub fn take_ended(&mut self) -> Option<u32> {
        // What firmware has yet to hear of determines no push.
        self.hdr.as_mut().and_then(Hdr::take_ended)
    }

    /// Returns the observer.
    pub const fn observer(&self) -> &S {
        &self.observer
    }

    /// Returns the observer, mutable.
    pub const fn observer_mut(&mut self) -> &mut S {
        &mut self.observer
    }

    /// Tells the observer what firmware is doing, if it [watches firmware](Observer::watches_firmware).
    pub fn note_firmware(&mut self, act: FirmwareAct<'_>) {
        if self.tells_firmware {
            let now = self.cycle();
            self.observer.firmware(now, act);
        }
    }

    /// Forgets the content of shared memory, as if nothing had been written: for the end of a run, when nothing reads it any more.
    pub fn forget_memory(&mut self) {
        self.memory = SparseMemory::default();
    }

    /// Consumes the machine and returns its observer.
    pub fn into_observer(self) -> S {
        self.observer
    }

    /// Returns the digest of the present state.
    pub fn digest(&self) -> Digest {
        Digest::new(&self.hws)
    }

    /// Advances to `target`, whose tick is not yet made; has no effect if it is in the past. Reports due
    /// at `target` are not yet written: operations of that cycle precede them.
    pub fn advance_to(&mut self, target: Cycle) {
        while self.cycle() < target {
            self.step(target);
        }
    }

    /// Advances by `ticks` ticks.
    pub fn advance(&mut self, ticks: u64) {
        self.advance_to(self.cycle().after(ticks));
    }

    /// Advances to the next occurrence that concerns the surroundings, `target` at the latest: an MDMA
    /// command, a change of the interrupt line, a report or a push that is due. At least one tick passes
    /// unless `target` is reached.
    pub fn step(&mut self, target: Cycle) {
        self.step_by(target, Self::pass);
    }

    /// As [`Self::step`], but for an observer that watches the state it ends as soon as one was shown: a loop of such
    /// steps can be stopped at any time.
    pub fn short_step(&mut self, target: Cycle) {
        self.step_by(target, |machine, ticks| {
            if machine.observer.watches_state() {
                machine.pass_watched(ticks);
            } else {
                machine.pass(ticks);
            }
        });
    }

    fn step_by(&mut self, target: Cycle, pass: impl FnOnce(&mut Self, u64)) {
        let now = self.cycle();
        if now >= target || self.rests(target) {
            return;
        }
        if self.at_rest_until <= now {
            self.push_ready_kernels();
            self.end_firmware_runs();
            self.write_due_reports();
            self.at_rest_until = self.horizon();
        }
        pass(self, self.at_rest_until.min(target).since(now).max(1));
        self.take_commands();
        self.at_rest_until = if self.may_push() { self.cycle() } else { self.horizon() };
    }

    /// SIPs or resolver may have to act earlier than was found.
    const fn stir(&mut self) {
        self.at_rest_until = Cycle(0);
    }

    /// Advances to `target` if nothing can happen before.
    fn rests(&mut self, target: Cycle) -> bool {
        target <= self.at_rest_until
            && !self.observer.watches_state()
            && self.hws.pass_if_quiet(target.since(self.cycle()))
    }

    /// The latest cycle up to which neither SIPs nor resolver have to act.
    fn horizon(&self) -> Cycle {
        // A push that waits for room now determines no cycle.
        let push = self.hdr.as_ref().and_then(Hdr::next_ready).filter(|&at| at > self.cycle());
        earlier(self.next_due(), push).unwrap_or(Cycle(u64::MAX))
    }

    /// Whether the resolver would push a kernel now, if it has ids for it.
    fn may_push(&self) -> bool {
        self.hws.hdr_room() > 0 && self.hdr.as_ref().is_some_and(|hdr| self.waits_for_room(hdr))
    }

    /// Whether the resolver has a kernel to push in the present cycle.
    fn waits_for_room(&self, hdr: &Hdr) -> bool {
        hdr.source() == Source::Hdr && hdr.next_ready().is_some_and(|at| at <= self.cycle())
    }

    /// Advances by up to `ticks` ticks, at least one.
    fn pass(&mut self, ticks: u64) {
        if self.must_see_every_tick() {
            self.pass_watched(ticks);
        } else if self.observer.watches_state() {
            self.pass_to_output(ticks);
        } else {
            let mut tap = Tap::new(&mut self.observer, self.hdr.as_mut());
            let faults = self.faults.as_mut().map(|faults| &mut faults.memory);
            let mut memory = DisturbedMemory::new(&mut self.memory, faults);
            self.hws.advance_to_output(ticks, &mut memory, &mut tap);
        }
    }

    /// Makes one step, which the observer sees; returns the ticks that passed, and whether a command appeared.
    fn pass_watched(&mut self, ticks: u64) -> (u64, bool) {
        let ticks = ticks.min(self.observer.longest_step(self.cycle()).max(1));
        let watches_memory = self.observer.watches_memory();
        let mut tap = Tap::new(&mut self.observer, self.hdr.as_mut());
        let faults = self.faults.as_mut().map(|faults| &mut faults.memory);
        let memory = DisturbedMemory::new(&mut self.memory, faults);
        let words = watches_memory.then_some(&mut self.reads);
        let mut memory = Reads { memory, words };
        let passed = self.hws.step(ticks, &mut memory, &mut tap);
        let has_command = tap.has_command;
        let observer = &mut self.observer;
        self.reads.drain(..).for_each(|(address, word)| observer.memory_read(address, word));
        self.observer.settled(&self.hws);
        (passed, has_command)
    }

    /// As [`Hws::advance_to_output`], but the observer sees each step.
    fn pass_to_output(&mut self, ticks: u64) {
        let interrupt = self.hws.is_interrupt_asserted();
        let mut left = ticks;
        while left > 0 {
            let (passed, has_command) = self.pass_watched(left);
            left -= passed;
            if has_command || self.hws.is_interrupt_asserted() != interrupt {
                return;
            }
        }
    }

    /// Whether a tick without any output may concern the resolver: by room in the HDR port, or a kernel that
    /// leaves the Ready Station.
    fn must_see_every_tick(&self) -> bool {
        self.hdr.as_ref().is_some_and(|hdr| hdr.is_listening() || self.waits_for_room(hdr))
    }

    fn push_ready_kernels(&mut self) {
        while self.hws.hdr_room() > 0 {
            let Some(push) = self.take_ready_kernel() else { return };
            // There is room, so the push is accepted.
            let _ = self.apply(&Op::Hdr(push));
        }
        if self.hdr.as_ref().is_some_and(|hdr| self.waits_for_room(hdr)) {
            self.observer.hdr_full(self.cycle());
        }
    }

    fn take_ready_kernel(&mut self) -> Option<HdrPush> {
        let now = self.cycle();
        self.hdr.as_mut().filter(|hdr| hdr.source() == Source::Hdr)?.take_ready(now)
    }

    /// Writes the reports of what firmware started: as operations, so they precede those of the array.
    fn end_firmware_runs(&mut self) {
        if self.firmware_sips.is_idle() {
            return;
        }
        let now = self.cycle();
        while let Some(run) = self.firmware_sips.take_due(now) {
            self.observer.returned(now, &run);
            match run.report() {
                Some(report) => self.firmware_reports(now, DueReport::Complete(report)),
                None => self.firmware_sips.returned.push_back((now, run)),
            }
        }
    }

    fn firmware_reports(&mut self, now: Cycle, report: DueReport) {
        match &mut self.faults {
            Some(faults) => faults.reports.send(now, report),
            // The doorbell accepts every value.
            None => _ = self.apply(&report_op(report)),
        }
    }

    fn write_due_reports(&mut self) {
        let now = self.cycle();
        if let Some(faults) = &mut self.faults {
            let sent = std::iter::from_fn(|| self.sips.as_mut()?.take_due(now));
            sent.for_each(|report| faults.reports.send(now, report));
            return self.write_arrived_reports(now);
        }
        if self.observer.watches_state() {
            while let Some(report) = self.sips.as_mut().and_then(|sips| sips.take_due(now)) {
                self.write_report(report);
            }
        } else {
            self.write_due_blocks(now);
        }
    }

    /// The reports of a block at once, for an observer that does not look at the state after each of them.
    fn write_due_blocks(&mut self, now: Cycle) {
        while let Some((report, sips)) = self.sips.as_mut().and_then(|array| array.take_due_block(now)) {
            let DueReport::Complete(block) = report else {
                self.write_report(report);
                continue;
            };
            for sip in sips.iter() {
                let Doorbell { register, value } = Doorbell::complete(SipReport { sip, ..block });
                self.observer.reported(now, register, value);
            }
            let mut tap = Tap::new(&mut self.observer, self.hdr.as_mut());
            self.hws.complete_block(block, sips, &mut tap);
        }
    }

    /// As operations, because the reference environment of a replay knows no faults.
    fn write_arrived_reports(&mut self, now: Cycle) {
        while let Some(report) = self.faults.as_mut().and_then(|faults| faults.reports.take_due(now)) {
            // The doorbell accepts every value.
            let _ = self.apply(&report_op(report));
        }
    }

    fn write_report(&mut self, report: DueReport) {
        let Doorbell { register, value } = doorbell(report);
        self.observer.reported(self.cycle(), register, value);
        let mut tap = Tap::new(&mut self.observer, self.hdr.as_mut());
        // The doorbells accept every value; an invalid report sets ERR_STATUS and is not a bus error.
        let _ = match report {
            DueReport::PreComplete(_) => self.hws.write((), SipReportPreComplete::from_bits(value), &mut tap),
            DueReport::Complete(_) => self.hws.write((), SipReportComplete::from_bits(value), &mut tap),
        };
        self.observer.settled(&self.hws);
    }

    /// Takes the MDMA commands of the COMMIT in the last tick, so that the FIFO never fills.
    fn take_commands(&mut self) {
        let Some(first) = self.hws.pop_mdma_block() else { return };
        // The COMMIT was in the last tick; nothing has written TIME_UNIT since.
        let commit = Cycle(self.hws.cycle().0.saturating_sub(1));
        let prescale = self.hws.registers().time_unit.prescale();
        let mut next = Some(first);
        while let Some((command, sips)) = next {
            if let Some(array) = &mut self.sips {
                array.accept_block(&command, sips, commit, prescale);
            }
            next = self.hws.pop_mdma_block();
        }
    }
}

/// The earlier of two cycles, each of which may not exist.
#[inline]
fn earlier(a: Option<Cycle>, b: Option<Cycle>) -> Option<Cycle> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (only, None) | (None, only) => only,
    }
}

#[cfg(test)]
mod tests;
