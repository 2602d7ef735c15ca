//! A checker can be attached at any point of a run: legal runs hold from there on.

use hws_fuzz::{FuzzRun, firmware, registers};
use hws_model::Hws;
use hws_sim::Machine;
use hws_sim::check::InvariantChecker;
use hws_tests::random::Numbers;

const RUNS: u64 = 40;
const INPUT_BYTES: usize = 1024;

/// Performs the run, and attaches a checker in the middle of it.
fn attached_in(run: &FuzzRun, numbers: &mut Numbers) {
    let operations = &run.recording.operations;
    let cut = numbers.below(operations.len() as u32) as usize;
    let mut machine = Machine::new(Hws::new(run.config), InvariantChecker::new());
    for operation in &operations[..cut] {
        // A refusal is part of the run.
        let _ = machine.perform(operation);
    }
    machine.advance_to(machine.cycle().after(numbers.below(60).into()).min(operations[cut].at));
    let at = machine.cycle();
    *machine.observer_mut() = InvariantChecker::attached_to(machine.hws());
    for operation in &operations[cut..] {
        let _ = machine.perform(operation);
    }
    let verdict = machine.observer().verdict();
    assert!(verdict.holds(), "attached at cycle {at}, before operation {cut}: {verdict}");
    assert!(verdict.states > 0, "the end is checked");
}

#[test]
fn a_checker_attached_in_the_middle_of_a_run_agrees_with_it() {
    for number in 0..RUNS {
        let mut numbers = Numbers::new(number ^ 0xA7);
        let bytes = numbers.bytes(INPUT_BYTES);
        let runs = [firmware::record(&bytes), registers::record(&bytes)];
        for run in runs.iter().filter(|run| run.is_replayable) {
            attached_in(run, &mut numbers);
        }
    }
}
