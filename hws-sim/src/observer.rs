//! Observers of a machine: they receive the events of the HWS and every operation on it.

use hws_model::{Decision, Event, EventSink, FailedAttempts, Hws, Survey};
use hws_regs::RegId;
use hws_types::{Cycle, HdrPush, LaunchId, Sip, SipReport};

use crate::digest::Digest;
use crate::operation::{Op, Target};

/// A thread of a block that firmware itself starts on a SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirmwareRun {
    /// The SIP.
    pub sip: Sip,
    /// kernel_id.
    pub kernel_id: u32,
    /// block_id.
    pub block_id: u16,
    /// The launch of the HWS that it carries out; none for a block of firmware's own, on a SIP that it owns.
    pub launch_id: Option<LaunchId>,
}

impl FirmwareRun {
    /// Returns the report of its end; none for a block of firmware's own.
    #[must_use]
    pub fn report(&self) -> Option<SipReport> {
        Some(SipReport { launch_id: self.launch_id?, block_id: self.block_id, sip: self.sip })
    }
}

/// What firmware is doing, as far as the machine cannot tell it from the accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirmwareAct<'a> {
    /// The accesses that follow are made by the call of this name of the firmware API.
    Calls(&'a str),
    /// The accesses that follow are made by no such call.
    CallsNothing,
    /// It has had nothing to do since this cycle.
    Waited {
        /// The first cycle of the wait, which ends now.
        since: Cycle,
    },
}

/// An observer of a [`Machine`](crate::Machine). Every method has an empty default, so that an observer
/// implements only those it needs; `()` ignores everything, and a pair calls its first element first.
pub trait Observer: EventSink {
    /// An operation is about to be applied. Replaying all of them replays the run.
    fn operation(&mut self, _at: Cycle, _op: &Op) {}
    /// A bus read was answered.
    fn read(&mut self, _at: Cycle, _target: Target, _value: u32) {}
    /// A bus access was refused.
    fn bus_error(&mut self, _at: Cycle, _target: Target) {}
    /// A push was refused because the HDR FIFO was full.
    fn hdr_refused(&mut self, _at: Cycle, _push: HdrPush) {}
    /// The resolver has a kernel to push, and the HDR FIFO is full. It stays full up to the next push.
    fn hdr_full(&mut self, _at: Cycle) {}
    /// A SIP of the reference environment is about to write a report to this doorbell. It is not an operation: a
    /// replay has the environment, too.
    fn reported(&mut self, _at: Cycle, _doorbell: RegId, _value: u32) {}
    /// The HWS has read a word of shared memory, or was refused it, in the step that [`settled`](Self::settled) will
    /// show; in the order of the reads. Only called for an observer that [watches memory](Self::watches_memory) and the
    /// state.
    fn memory_read(&mut self, _address: u32, _word: Option<u32>) {}
    /// Firmware has started a thread of a block itself, on a SIP that it owns or that a RESULT named.
    fn delivered(&mut self, _at: Cycle, _run: &FirmwareRun) {}
    /// A run that firmware started has ended.
    fn returned(&mut self, _at: Cycle, _run: &FirmwareRun) {}
    /// Firmware has begun a call, or has waited. Only called for an observer that [watches firmware](Self::watches_firmware).
    fn firmware(&mut self, _at: Cycle, _act: FirmwareAct<'_>) {}
    /// Whether [`firmware`](Self::firmware) has to be called; asked when the machine is made.
    fn watches_firmware(&self) -> bool {
        false
    }
    /// The run ended in this state.
    fn end(&mut self, _at: Cycle, _state: Digest) {}
    /// The HWS at the end of the run, after [`end`](Self::end).
    fn ended(&mut self, _hws: &Hws) {}
    /// Whether [`settled`](Self::settled) has to be called for each state in which something happened. If
    /// not, many ticks may pass at once.
    fn watches_state(&self) -> bool {
        false
    }
    /// Whether [`memory_read`](Self::memory_read) has to be called.
    fn watches_memory(&self) -> bool {
        false
    }
    /// The number of ticks after which [`settled`](Self::settled) has to be called at the latest, even if nothing
    /// happens in them; only asked while the observer [watches the state](Self::watches_state). 0 counts as 1.
    fn longest_step(&self, _now: Cycle) -> u64 {
        u64::MAX
    }
    /// The state after an access, a push, or a step of time.
    fn settled(&mut self, _hws: &Hws) {}
}

impl Observer for () {}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn operation(&mut self, at: Cycle, op: &Op) {
        (**self).operation(at, op);
    }
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        (**self).read(at, target, value);
    }
    fn bus_error(&mut self, at: Cycle, target: Target) {
        (**self).bus_error(at, target);
    }
    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        (**self).hdr_refused(at, push);
    }
    fn hdr_full(&mut self, at: Cycle) {
        (**self).hdr_full(at);
    }
    fn reported(&mut self, at: Cycle, doorbell: RegId, value: u32) {
        (**self).reported(at, doorbell, value);
    }
    fn memory_read(&mut self, address: u32, word: Option<u32>) {
        (**self).memory_read(address, word);
    }
    fn delivered(&mut self, at: Cycle, run: &FirmwareRun) {
        (**self).delivered(at, run);
    }
    fn returned(&mut self, at: Cycle, run: &FirmwareRun) {
        (**self).returned(at, run);
    }
    fn firmware(&mut self, at: Cycle, act: FirmwareAct<'_>) {
        (**self).firmware(at, act);
    }
    fn watches_firmware(&self) -> bool {
        (**self).watches_firmware()
    }
    fn end(&mut self, at: Cycle, state: Digest) {
        (**self).end(at, state);
    }
    fn ended(&mut self, hws: &Hws) {
        (**self).ended(hws);
    }
    fn watches_state(&self) -> bool {
        (**self).watches_state()
    }
    fn watches_memory(&self) -> bool {
        (**self).watches_memory()
    }
    fn longest_step(&self, now: Cycle) -> u64 {
        (**self).longest_step(now)
    }
    fn settled(&mut self, hws: &Hws) {
        (**self).settled(hws);
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.0.operation(at, op);
        self.1.operation(at, op);
    }
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.0.read(at, target, value);
        self.1.read(at, target, value);
    }
    fn bus_error(&mut self, at: Cycle, target: Target) {
        self.0.bus_error(at, target);
        self.1.bus_error(at, target);
    }
    fn hdr_refused(&mut self, at: Cycle, push: HdrPush) {
        self.0.hdr_refused(at, push);
        self.1.hdr_refused(at, push);
    }
    fn hdr_full(&mut self, at: Cycle) {
        self.0.hdr_full(at);
        self.1.hdr_full(at);
    }
    fn reported(&mut self, at: Cycle, doorbell: RegId, value: u32) {
        self.0.reported(at, doorbell, value);
        self.1.reported(at, doorbell, value);
    }
    fn memory_read(&mut self, address: u32, word: Option<u32>) {
        self.0.memory_read(address, word);
        self.1.memory_read(address, word);
    }
    fn delivered(&mut self, at: Cycle, run: &FirmwareRun) {
        self.0.delivered(at, run);
        self.1.delivered(at, run);
    }
    fn returned(&mut self, at: Cycle, run: &FirmwareRun) {
        self.0.returned(at, run);
        self.1.returned(at, run);
    }
    fn firmware(&mut self, at: Cycle, act: FirmwareAct<'_>) {
        self.0.firmware(at, act);
        self.1.firmware(at, act);
    }
    fn watches_firmware(&self) -> bool {
        self.0.watches_firmware() || self.1.watches_firmware()
    }
    fn end(&mut self, at: Cycle, state: Digest) {
        self.0.end(at, state);
        self.1.end(at, state);
    }
    fn ended(&mut self, hws: &Hws) {
        self.0.ended(hws);
        self.1.ended(hws);
    }
    fn watches_state(&self) -> bool {
        self.0.watches_state() || self.1.watches_state()
    }
    fn watches_memory(&self) -> bool {
        self.0.watches_memory() || self.1.watches_memory()
    }
    fn longest_step(&self, now: Cycle) -> u64 {
        self.0.longest_step(now).min(self.1.longest_step(now))
    }
    fn settled(&mut self, hws: &Hws) {
        self.0.settled(hws);
        self.1.settled(hws);
    }
}

/// Turns an event sink into an observer that ignores everything but events.
#[derive(Clone, Copy, Debug, Default)]
pub struct EventsOnly<S>(
    /// The event sink.
    pub S,
);

impl<S: EventSink> EventSink for EventsOnly<S> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.0.event(cycle, event);
    }

    fn latch(&mut self, cycle: Cycle, decision: &dyn Fn() -> Decision) {
        self.0.latch(cycle, decision);
    }

    fn survey(&mut self, cycle: Cycle, survey: &dyn Fn() -> Survey) {
        self.0.survey(cycle, survey);
    }

    fn takes_failures_at_once(&self) -> bool {
        self.0.takes_failures_at_once()
    }

    fn takes_these_at_once(&self, attempts: FailedAttempts, survey: &dyn Fn() -> Survey) -> bool {
        self.0.takes_these_at_once(attempts, survey)
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        self.0.failed(attempts);
    }
}

impl<S: EventSink> Observer for EventsOnly<S> {}

#[cfg(test)]
mod tests;
