//! The checker: collects events and acts, reads the state that follows, and has both judged.

use std::slice;

use hws_model::{Config, Event, EventSink, FailedAttempts, Hws};
use hws_regs::{Decoded, IrqStatus, RegId};
use hws_types::{Cycle, EntryMask, HdrPush, SipMask};

use super::act::Act;
use super::heard::Heard;
use super::i11;
use super::judge::Judge;
use super::step::CheckStep;
use super::verdict::Verdict;
use super::view::{Fingerprint, Touched, View};
use crate::observer::Observer;
use crate::operation::{Op, Target};

/// Checks the invariants of an HWS, starting at power-on or [in the middle of a run](Self::attached_to).
///
/// On a [`Machine`](crate::Machine) it is an [`Observer`] like any other. Without one, pass it every event
/// (it is an [`EventSink`]) and every access and push ([`Self::did`]), and call [`Self::after`] after each
/// access, each push, and each `tick` or `step`:
///
/// ```
/// use hws_model::{Config, Hws};
/// use hws_regs::RegId;
/// use hws_sim::check::{Act, InvariantChecker};
///
/// let (mut hws, mut checker) = (Hws::new(Config::default()), InvariantChecker::new());
/// let (offset, value) = (RegId::HwsCtrl.offset(), 1);
/// hws.write32(offset, value, &mut checker)?;
/// checker.did(Act::Write { offset, value });
/// checker.after(&hws);
/// hws.tick(&mut (), &mut checker);
/// checker.after(&hws);
/// assert_eq!(checker.verdict().to_string(), "I1-I9, I11, I13 hold: 1 cycles, 1 states checked");
/// # Ok::<(), hws_model::BusError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InvariantChecker {
    judge: Judge,
    act: Option<Act>,
    heard: Heard,
    seen: Fingerprint,
    now: Box<View>,
    /// The entries of this state whose tasks are R-tasks or reserve SIPs.
    reserving: EntryMask,
    /// Where the whole state is read: one allocation for all times.
    whole: Box<View>,
    /// The steps since the whole state was read.
    since_whole: u32,
    whole_at: Cycle,
}

/// The whole state is read in every step of this number; in those between, what was touched.
const WHOLE_EVERY: u32 = 64;

impl Default for InvariantChecker {
    fn default() -> Self {
        Self::new()
    }
}

impl InvariantChecker {
    /// Creates a checker of an HWS at power-on.
    #[must_use]
    pub fn new() -> Self {
        let hws = Hws::new(Config::default());
        Self {
            judge: Judge::new(&hws),
            act: None,
            heard: Heard::default(),
            seen: Fingerprint::new(&hws),
            now: Box::new(View::new(&hws)),
            reserving: EntryMask::EMPTY,
            whole: Box::default(),
            since_whole: 0,
            whole_at: Cycle(0),
        }
    }

    /// Creates a checker of an HWS in the middle of a run, such as a restored one.
    ///
    /// What its registers show is the beginning of the records. What no register shows is unknown, and the clauses that need
    /// it begin later: those on the attempt in flight with the next LATCH, those on queued commands at the next boundary,
    /// those on the VCs of live launches when these have finished, and those on the tasks in the loader and in the FIFOs
    /// (I7: their number, order and ids) with the next reset. Descriptors are known once
    /// [memory](Self::memory_written) is and their kernels are admitted. A violation dates what happened before
    /// to the cycle of this call.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_sim::check::InvariantChecker;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.advance(1000, &mut (), &mut ());
    /// let mut hws = Hws::restore(&hws.snapshot()).expect("it was just taken");
    /// let mut checker = InvariantChecker::attached_to(&hws);
    /// hws.advance(10, &mut (), &mut checker);
    /// checker.after(&hws);
    /// assert!(checker.verdict().holds());
    /// ```
    #[must_use]
    pub fn attached_to(hws: &Hws) -> Self {
        let now = Box::new(View::new(hws));
        Self {
            judge: Judge::attached(&now),
            act: None,
            heard: Heard::default(),
            seen: Fingerprint::new(hws),
            reserving: now.reserving(EntryMask::ALL),
            now,
            whole: Box::default(),
            since_whole: 0,
            whole_at: hws.cycle(),
        }
    }

    /// Returns the verdict so far.
    #[must_use]
    pub const fn verdict(&self) -> &Verdict {
        self.judge.verdict()
    }

    /// Returns the state last checked.
    #[must_use]
    pub fn view(&self) -> &View {
        self.judge.before()
    }

    /// The state by which the attempt in flight is judged.
    #[cfg(test)]
    pub(super) fn latched(&self) -> Option<&View> {
        self.judge.latched()
    }

    /// The records that the next steps are judged by.
    #[cfg(test)]
    pub(super) fn records(&self) -> impl std::fmt::Debug {
        self.judge.records()
    }

    /// Changes what is kept of the state.
    #[cfg(test)]
    pub(super) fn alter(&mut self, change: impl Fn(&mut View)) {
        change(&mut self.now);
        self.judge.alter(change);
    }

    /// Notes a write of shared memory. Without these the checker has no descriptors; it then checks grants by
    /// RSC_OPEN alone, and VC runs by the messages and the pools.
    pub fn memory_written(&mut self, address: u32, words: &[u32]) {
        // A span that cannot be written cannot be read either.
        let _ = self.judge.memory().write(address, words);
    }

    /// Notes that the HDR port accepted a task.
    pub fn pushed(&mut self, push: HdrPush) {
        self.did(Act::Pushed(push));
    }

    /// Notes an access or push by the surroundings; [`Self::after`] has to follow.
    pub fn did(&mut self, act: Act) {
        self.act = Some(act);
    }

    /// Checks the state. Steps in which nothing happened are cheap. Of most others only what the events and the access may
    /// have changed is read; every 64th step reads everything, and checks that nothing else has changed.
    pub fn after(&mut self, hws: &Hws) {
        if self.heard.is_empty() && self.act.is_none() && self.seen.is_unmoved(hws) {
            return self.judge.pass(hws.cycle());
        }
        if !self.takes_report(hws) {
            self.after_any(hws);
        }
    }

    /// As [`Self::after`], of a step of any kind.
    pub(super) fn after_any(&mut self, hws: &Hws) {
        self.with_events(|checker, events| checker.judge_step(hws, events));
    }

    /// Passes on the events since the last state.
    fn with_events(&mut self, judge: impl FnOnce(&mut Self, &[(Cycle, Event)])) {
        let (report, others) = (self.heard.report(), self.heard.take());
        judge(self, report.as_ref().map_or(others.as_slice(), slice::from_ref));
        self.heard.reuse(others);
    }

    /// Checks the state if a complete report is all that led to it; returns whether it was, and whether it has changed what it
    /// has to and nothing else. If not, nothing has been noted.
    pub(super) fn takes_report(&mut self, hws: &Hws) -> bool {
        let is_whole = self.since_whole + 1 >= WHOLE_EVERY;
        let report = self.heard.only_report().filter(|_| self.act.is_none() && !is_whole);
        let Some(completion) = report.and_then(|(sip, id)| self.judge.completion(sip, id, hws.cycle()))
        else {
            return false;
        };
        let (seen, irq) = (Fingerprint::new(hws), IrqStatus::from_bits(hws.peek(RegId::IrqStatus)));
        let is_right =
            irq == self.now.irq && completion.is_all_of(&self.seen, &seen) && completion.is_shown_by(hws);
        if is_right {
            self.now.complete(&completion, &seen);
            self.judge.complete(&completion, &seen);
            self.heard.forget();
            (self.seen, self.since_whole) = (seen, self.since_whole + 1);
        }
        is_right
    }

    /// Checks the state after these events.
    fn judge_step(&mut self, hws: &Hws, events: &[(Cycle, Event)]) {
        let touched = self.read_touched(hws, events);
        if let Some(Act::Read { offset, value }) = self.act {
            self.judge.note(i11::read_is_true(offset, value, hws, &self.now), &self.now);
        }
        self.since_whole += 1;
        if self.since_whole >= WHOLE_EVERY {
            self.settle_whole(hws, events, touched);
        } else {
            self.settle(events, &touched);
        }
    }

    /// Checks the whole state, as every 64th step does. A machine calls this at the end of a run.
    pub fn finish(&mut self, hws: &Hws) {
        self.with_events(|checker, events| {
            checker.read_touched(hws, events);
            checker.read_whole(hws);
            checker.settle(events, &checker.all_but_times(SipMask::EMPTY));
        });
    }

    /// Reads what this step may have changed, and returns it.
    fn read_touched(&mut self, hws: &Hws, events: &[(Cycle, Event)]) -> Touched {
        let seen = Fingerprint::new(hws);
        let (mut touched, is_latched) = self.touched(hws, events, seen);
        self.seen = seen;
        self.now.update(hws, &seen, &mut touched);
        if is_latched && touched.remain.is_empty() {
            // They matter to an attempt where SIPs are reserved (scheduler.md §5.5).
            touched.remain = self.now.reserved_groups();
            self.now.update_remain(hws, touched.remain);
        }
        self.note_reserving(touched.tasks);
        touched.unreserving = EntryMask::ALL - self.reserving;
        touched
    }

    fn note_reserving(&mut self, touched: EntryMask) {
        self.reserving = (self.reserving - touched) | self.now.reserving(touched);
    }

    /// What this step may have changed, without the times that an attempt depends on, and whether one was latched.
    fn touched(&self, hws: &Hws, events: &[(Cycle, Event)], seen: Fingerprint) -> (Touched, bool) {
        let mut touched = Touched::default();
        touched.sips = seen.changed_sips(&self.seen);
        let is_commit = self.judge.touch(events, &mut touched);
        let is_latched = seen.status().attempt_busy() && (!self.now.is_attempting || is_commit);
        // Remaining times are compared over an act.
        if self.act.is_some() && self.since_whole == 0 {
            touched.remain = SipMask::ALL;
        }
        touched.open |= is_latched && hws.registers().enable_second_rsc_sch.enable();
        touched.messages |= seen.mih() != self.seen.mih();
        touched.errors |= seen.errors() != self.seen.errors();
        match self.act {
            Some(Act::Write { offset, .. }) => {
                touched.errors = true;
                touched.registers |= is_stored(offset) && *hws.registers() != self.now.regs;
            }
            Some(Act::ReadRefused { .. } | Act::WriteRefused { .. }) => touched.errors = true,
            Some(Act::Read { .. } | Act::Pushed(_) | Act::PushRefused) | None => {}
        }
        (touched, is_latched)
    }

    /// Reads everything, and has what was touched judged; everything, if anything is not what it was kept to be, or once a
    /// violation was found. What is as it was when it was judged last, needs no second judgement.
    fn settle_whole(&mut self, hws: &Hws, events: &[(Cycle, Event)], mut touched: Touched) {
        let is_as_kept = self.read_whole(hws);
        if is_as_kept && self.verdict().holds() {
            touched.totals = true;
            self.settle(events, &touched);
        } else {
            self.settle(events, &self.all_but_times(touched.remain));
        }
        self.judge.follow_time(&self.now);
    }

    /// Reads everything; returns whether it is what was kept up to date in part.
    fn read_whole(&mut self, hws: &Hws) -> bool {
        let is_as_kept = self.now.is_shown_by(hws);
        if is_as_kept {
            self.now.read_time(hws);
        } else {
            self.whole.read(hws);
            self.now.follow_time(&self.whole);
            let verdict = i11::untouched_is_unchanged(&self.now, &self.whole, self.whole_at);
            self.judge.note(verdict, &self.whole);
            std::mem::swap(&mut self.now, &mut self.whole);
            self.note_reserving(EntryMask::ALL);
        }
        (self.since_whole, self.whole_at) = (0, hws.cycle());
        is_as_kept
    }

    /// Everything, of the remaining times only these: the others are those of this moment already.
    fn all_but_times(&self, remain: SipMask) -> Touched {
        Touched::all_but_times(remain, EntryMask::ALL - self.reserving)
    }

    fn settle(&mut self, events: &[(Cycle, Event)], touched: &Touched) {
        self.judge.take(self.act.take(), events, &self.now, touched);
    }

    /// Checks a step that is given as a value.
    pub fn take(&mut self, step: CheckStep) {
        let CheckStep { act, events, view } = step;
        self.judge.take(act, &events, &view, &Touched::ALL);
        *self.now = view;
        self.note_reserving(EntryMask::ALL);
    }
}

/// Whether a write there may change an RW register.
fn is_stored(offset: u32) -> bool {
    matches!(RegId::decode(offset), Decoded::Register(register) if register.info().is_stored())
}

impl EventSink for InvariantChecker {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.heard.push(cycle, event);
    }

    fn takes_failures_at_once(&self) -> bool {
        true
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        self.event(attempts.first, Event::Commit { launched: false });
        self.judge.failed(attempts);
    }
}

impl Observer for InvariantChecker {
    fn operation(&mut self, _at: Cycle, op: &Op) {
        self.judge.lines += 1;
        match *op {
            Op::Mem { addr, ref words } => self.memory_written(addr, words),
            Op::Write { target, value } => self.did(Act::Write { offset: target.offset(), value }),
            Op::Hdr(push) => self.pushed(push),
            Op::Read { .. } | Op::SipArray { .. } | Op::End => {}
        }
    }

    fn read(&mut self, _at: Cycle, target: Target, value: u32) {
        self.did(Act::Read { offset: target.offset(), value });
    }

    fn bus_error(&mut self, _at: Cycle, target: Target) {
        let offset = target.offset();
        // A write was announced, and is the act until it is refused.
        let is_write = matches!(self.act, Some(Act::Write { .. }));
        self.did(if is_write { Act::WriteRefused { offset } } else { Act::ReadRefused { offset } });
    }

    fn hdr_refused(&mut self, _at: Cycle, _push: HdrPush) {
        self.did(Act::PushRefused);
    }

    fn ended(&mut self, hws: &Hws) {
        self.finish(hws);
    }

    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        self.after(hws);
    }
}
