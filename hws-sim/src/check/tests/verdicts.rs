//! What a checker says in the end, and that it changes nothing.

use hws_model::{Config, Event, EventSink, Hws};
use hws_types::{Cycle, SipMask};

use super::bench::Bench;
use crate::check::InvariantChecker;
use crate::machine::Machine;
use crate::observer::Observer;
use crate::replay::replay_on;
use crate::run::run;
use crate::stimulus::{Op, Reader, Target, Writer};
use crate::trace::TraceWriter;
use crate::workload::{ReadOptions, Workload, read};

fn taken(bench: &Bench) -> InvariantChecker {
    let mut checker = InvariantChecker::new();
    bench.steps.iter().for_each(|step| checker.take(step.clone()));
    checker
}

#[test]
fn a_clean_run_says_what_was_checked() {
    let bench = Bench::launched();
    assert_eq!(
        taken(&bench).verdict().to_string(),
        "I1-I9, I11, I13 hold: 110 cycles, 112 states checked",
        "110 ticks, a write and a push"
    );
}

#[test]
fn the_first_violation_is_shown_and_the_others_are_counted() {
    let mut bench = Bench::launched();
    bench.after_tick(70).view.pre_idle = SipMask::EMPTY;
    bench.after_tick(80).view.pre_idle = SipMask::EMPTY;
    bench.after_tick(90).view.dropped = 5;
    assert_eq!(
        taken(&bench).verdict().to_string(),
        "I4 is violated at cycle 71: SIP 0 is idle but not pre-idle (scheduler.md §7.1); 2 more followed"
    );
}

#[test]
fn a_violation_of_a_sip_names_the_launch_that_it_runs() {
    let mut bench = Bench::launched();
    bench.after_tick(70).view.idle |= SipMask(1 << 30);
    assert_eq!(
        taken(&bench).verdict().to_string(),
        "I4 is violated at cycle 71: SIP 30 is idle or not against its launches, launched at cycle 56 (scheduler.md \
         §7.1); 1 more followed"
    );
}

/// Two graphs that contend for the machine, with triggers and a kernel of every SIP of a cluster.
fn workload() -> Workload {
    let text = "dags:
  - { id: g, kernels: [ { id: a, threads: 4, est: 100, blocks: 20 },
                        { id: b, threads: 16, est: 300, deps: [ a ] } ] }
  - { id: h, kernels: [ { id: c, threads: 6, est: 90, blocks: 12, trigger: { window: 3 } },
                        { id: d, threads: 1, est: 10, blocks: 9 } ] }";
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut no_files).unwrap()
}

#[test]
fn a_checked_run_is_the_same_run() {
    let writers = || (Writer::new(Vec::new()), TraceWriter::new(Vec::new()));
    let workload = workload();
    let (plain, (stimulus, trace)) = run(&workload, writers()).unwrap();
    let (checked, (both, checker)) = run(&workload, (writers(), InvariantChecker::new())).unwrap();
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    assert!(plain == checked, "the records differ");
    let [trace, traced] = [trace, both.1].map(|trace| trace.finish().unwrap());
    assert!(trace == traced, "the traces differ");
    let [stimulus, written] = [stimulus, both.0].map(|stimulus| stimulus.finish().unwrap());
    assert!(stimulus == written, "the stimuli differ");
}

/// Keeps complete reports from the checker.
struct Deaf(InvariantChecker);

impl EventSink for Deaf {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if !matches!(event, Event::Complete { .. }) {
            self.0.event(cycle, event);
        }
    }
}

impl Observer for Deaf {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.0.operation(at, op);
    }
    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.0.read(at, target, value);
    }
    fn watches_state(&self) -> bool {
        self.0.watches_state()
    }
    fn settled(&mut self, hws: &Hws) {
        self.0.settled(hws);
    }
}

/// On a machine, through the observer: what is not heard is missed at once.
#[test]
fn a_machine_shows_every_state() {
    let (_, recorded) = run(&workload(), Writer::new(Vec::new())).unwrap();
    let stimulus = recorded.finish().unwrap();
    let mut machine = Machine::new(Hws::new(Config::default()), Deaf(InvariantChecker::new()));
    replay_on(&mut machine, Reader::new("recorded", stimulus.as_slice()), |_| false).unwrap();
    let first = machine.observer().0.verdict().first.clone().unwrap().to_string();
    assert!(first.starts_with("I7 is violated at cycle "), "{first}");
    assert!(first.contains("shows kernel ") && first.contains(", launched at cycle "), "{first}");
}
