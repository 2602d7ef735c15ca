//! The invariants hold in every state of every stimulus, and of the built-in example.

use std::fs;
use std::path::Path;

use hws_model::{Config, Hws};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{Machine, replay_on};
use hws_tests::stimuli;

/// Replays a stimulus under the checker; returns the number of states checked, or the violation.
fn check(stimulus: &Path) -> Result<u64, String> {
    let name = stimulus.display().to_string();
    let text = fs::read(stimulus).unwrap();
    let mut machine = Machine::new(Hws::new(Config::default()), InvariantChecker::new());
    replay_on(&mut machine, Reader::new(&name, text.as_slice()), |_| false).unwrap();
    let verdict = machine.observer().verdict();
    if verdict.holds() { Ok(verdict.states) } else { Err(format!("{name}: {verdict}")) }
}

/// Returns the total number of states checked.
fn check_all(folder: &str, count: usize) -> u64 {
    assert_eq!(stimuli(folder).len(), count, "stimuli in {folder}");
    let verdicts: Vec<_> = stimuli(folder).iter().map(|stimulus| check(stimulus)).collect();
    let failures: Vec<&String> = verdicts.iter().filter_map(|verdict| verdict.as_ref().err()).collect();
    assert!(failures.is_empty(), "{failures:#?}");
    verdicts.iter().flatten().sum()
}

#[test]
fn golden_stimuli_keep_the_invariants() {
    let states = check_all("golden", 40);
    assert!(states > 20_000, "{states} states prove too little");
}

#[test]
fn dangers_keep_the_invariants() {
    let states = check_all("dangers", 25);
    assert!(states > 5_000, "{states} states prove too little");
}

#[test]
fn the_built_in_example_keeps_the_invariants() {
    let workload = hws_run::workload::built_in();
    let (record, checker) = hws_run::run::run(&workload, InvariantChecker::new()).unwrap();
    let verdict = checker.verdict();
    assert!(verdict.holds(), "{verdict}");
    assert!(record.drained && verdict.cycles == record.end && verdict.states > 10_000, "{verdict}");
}
