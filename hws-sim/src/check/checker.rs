//! The checker: collects events and acts, reads the state that follows, and has both judged.

use hws_model::{Config, Event, EventSink, Hws};
use hws_types::{Cycle, HdrPush};

use super::act::Act;
use super::judge::Judge;
use super::step::CheckStep;
use super::verdict::Verdict;
use super::view::{Fingerprint, View, stored_registers};
use crate::observer::Observer;
use crate::operation::{Op, Target};

/// Checks the invariants of an HWS, starting at power-on.
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
    heard: Vec<(Cycle, Event)>,
    seen: Fingerprint,
}

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
        Self { judge: Judge::new(&hws), act: None, heard: Vec::new(), seen: Fingerprint::new(&hws) }
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

    /// Checks the state. Steps in which nothing happened are cheap.
    pub fn after(&mut self, hws: &Hws) {
        let seen = Fingerprint::new(hws);
        if self.heard.is_empty() && self.act.is_none() && self.seen == seen {
            return self.judge.pass(hws.cycle());
        }
        self.seen = seen;
        let act = self.act.take();
        // Only an access changes the RW registers, so they are read after one.
        let regs = if act.is_some() { stored_registers(hws) } else { self.view().regs.clone() };
        let view = View::with_registers(hws, regs);
        let events = std::mem::take(&mut self.heard);
        self.take(CheckStep { act, events, view });
    }

    /// Checks a step that is given as a value.
    pub fn take(&mut self, step: CheckStep) {
        self.judge.take(step);
    }
}

impl EventSink for InvariantChecker {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.heard.push((cycle, event));
    }
}

impl Observer for InvariantChecker {
    fn operation(&mut self, _at: Cycle, op: &Op) {
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

    fn bus_error(&mut self, _at: Cycle, _target: Target) {
        self.did(Act::BusError);
    }

    fn hdr_refused(&mut self, _at: Cycle, _push: HdrPush) {
        self.did(Act::PushRefused);
    }

    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        self.after(hws);
    }
}
