//! A checker that is told one thing about a run that is not true, or not told of a change, notices it: at once, and as a
//! violation of the invariant that the alteration breaks.

mod changes;
mod events;
mod messages;

use std::collections::BTreeSet;

use hws_fuzz::registers;
use hws_model::{Event, EventSink, Hws};
use hws_sim::check::{Act, Invariant, InvariantChecker};
use hws_sim::stimulus::{Op, Target};
use hws_sim::{Machine, Observer};
use hws_tests::random::Numbers;
use hws_types::{Cycle, HdrPush};

use Invariant::{I7, I9, I11};

/// An alteration: its name, the invariants that may show it first, and what takes the place of what is true.
type Alteration<T> = (&'static str, &'static [Invariant], T);

type Heard = Vec<(Cycle, Event)>;

/// Passes a run on to a checker, and at some of its steps tells copies of it something else.
struct Deceiver {
    checker: InvariantChecker,
    act: Option<Act>,
    heard: Heard,
    /// The names of the alterations so far.
    tried: BTreeSet<&'static str>,
    numbers: Numbers,
}

impl Deceiver {
    fn new(number: u64) -> Self {
        Self {
            checker: InvariantChecker::new(),
            act: None,
            heard: Heard::new(),
            tried: BTreeSet::new(),
            numbers: Numbers::new(number),
        }
    }

    /// A copy of the checker that was told this.
    fn copy(&self, hws: &Hws, act: Option<Act>, heard: &Heard) -> InvariantChecker {
        let mut copy = self.checker.clone();
        act.into_iter().for_each(|act| copy.did(act));
        heard.iter().for_each(|&(cycle, event)| copy.event(cycle, event));
        copy.after(hws);
        copy
    }

    /// The copy, after a whole look, has found that one of these does not hold.
    fn assert_notices(
        &mut self,
        name: &'static str,
        invariants: &[Invariant],
        mut copy: InvariantChecker,
        hws: &Hws,
    ) {
        copy.finish(hws);
        let first = copy.verdict().first.as_ref();
        let is_noticed = first.is_some_and(|first| invariants.contains(&first.invariant));
        assert!(is_noticed, "{name} at {}: {}; {:?} {:?}", hws.cycle(), copy.verdict(), self.act, self.heard);
        self.tried.insert(name);
    }

    fn alter_events(&mut self, hws: &Hws) {
        for (name, invariants, heard) in events::altered(&self.heard, self.act.is_some()) {
            let copy = self.copy(hws, self.act, &heard);
            self.assert_notices(name, invariants, copy, hws);
        }
    }

    fn alter_act(&mut self, hws: &Hws) {
        for (name, invariants, act) in self.act.map_or(Vec::new(), other_acts) {
            let copy = self.copy(hws, act, &self.heard);
            self.assert_notices(name, invariants, copy, hws);
        }
    }

    fn change(&mut self, hws: &Hws) {
        for (name, invariants, change) in changes::ALL {
            let (copy, mut other) = (self.copy(hws, self.act, &self.heard), hws.clone());
            change(&mut other);
            if other != *hws {
                self.assert_notices(name, invariants, copy, &other);
            }
        }
    }
}

/// What did not happen in place of this access or push.
fn other_acts(act: Act) -> Vec<Alteration<Option<Act>>> {
    match act {
        Act::Read { offset, value } => vec![
            ("a refused read", &[I11], Some(Act::ReadRefused { offset })),
            ("another answer", &[I9, I11], Some(Act::Read { offset, value: value ^ 1 })),
        ],
        Act::Write { offset, .. } => vec![("a refused write", &[I11], Some(Act::WriteRefused { offset }))],
        Act::ReadRefused { offset } => {
            vec![("an answered read", &[I11], Some(Act::Read { offset, value: 0 }))]
        }
        Act::WriteRefused { offset } => {
            vec![("an accepted write", &[I11], Some(Act::Write { offset, value: 0 }))]
        }
        Act::Pushed(_) => vec![("a refused push", &[I11], Some(Act::PushRefused)), ("no push", &[I7], None)],
        Act::PushRefused => vec![("an accepted push", &[I11], Some(Act::Pushed(HdrPush::default())))],
    }
}

impl EventSink for Deceiver {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.heard.push((cycle, event));
    }
}

impl Observer for Deceiver {
    fn operation(&mut self, at: Cycle, op: &Op) {
        match *op {
            Op::Write { target, value } => self.act = Some(Act::Write { offset: target.offset(), value }),
            Op::Hdr(push) => self.act = Some(Act::Pushed(push)),
            _ => self.checker.operation(at, op),
        }
    }

    fn read(&mut self, _at: Cycle, target: Target, value: u32) {
        self.act = Some(Act::Read { offset: target.offset(), value });
    }

    fn bus_error(&mut self, _at: Cycle, target: Target) {
        let offset = target.offset();
        let is_write = matches!(self.act, Some(Act::Write { .. }));
        self.act = Some(if is_write { Act::WriteRefused { offset } } else { Act::ReadRefused { offset } });
    }

    fn hdr_refused(&mut self, _at: Cycle, _push: HdrPush) {
        self.act = Some(Act::PushRefused);
    }

    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        let is_step = self.act.is_some() || !self.heard.is_empty();
        if is_step && self.numbers.chance(1, 4) {
            self.alter_events(hws);
            self.alter_act(hws);
            self.change(hws);
        }
        self.checker = self.copy(hws, self.act, &self.heard);
        assert!(self.checker.verdict().holds(), "{}", self.checker.verdict());
        (self.act, self.heard) = (None, Heard::new());
    }
}

const RUNS: u64 = 16;
const INPUT_BYTES: usize = 2048;

/// The names of the alterations tried in a run, all of them noticed.
fn tried(number: u64) -> BTreeSet<&'static str> {
    let run = registers::record(&Numbers::new(number).bytes(INPUT_BYTES));
    let mut machine = Machine::new(Hws::new(run.config), Deceiver::new(number));
    for operation in run.recording.operations.iter().filter(|_| run.is_replayable) {
        // A refusal is part of the run.
        let _ = machine.perform(operation);
    }
    machine.into_observer().tried
}

#[test]
fn every_alteration_is_noticed() {
    let tried: BTreeSet<&str> = (0..RUNS).flat_map(tried).collect();
    assert!(tried.len() >= KINDS, "only {} kinds: {tried:?}", tried.len());
}

/// The number of kinds of alterations that the runs have to show.
const KINDS: usize = 75;
