//! A run under the invariant checker: it changes nothing, and sees every state.

use hws_model::{Config, Event, EventSink, Hws};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::{Op, Reader, Target, Writer};
use hws_sim::{Machine, Observer, TraceWriter, replay_on};
use hws_types::Cycle;

use crate::run::run;
use crate::workload::{ReadOptions, Workload, read};

/// Two graphs that contend for the machine, with triggers and a kernel that takes a whole cluster.
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

/// Withholds complete reports from the checker.
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

/// As the observer of a machine, the checker sees every state: it finds a missing event at once.
#[test]
fn a_machine_shows_every_state() {
    let (_, recorded) = run(&workload(), Writer::new(Vec::new())).unwrap();
    let stimulus = recorded.finish().unwrap();
    let mut machine = Machine::new(Hws::new(Config::default()), Deaf(InvariantChecker::new()));
    replay_on(&mut machine, Reader::new("recorded", stimulus.as_slice()), |_| false).unwrap();
    let first = machine.observer().0.verdict().first.clone().unwrap().to_string();
    assert!(first.starts_with("I9 is violated at cycle "), "{first}");
    assert!(first.contains("a message that is not true: BlockFinish"), "{first}");
}
