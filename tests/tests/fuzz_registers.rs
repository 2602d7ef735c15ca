//! The fuzz target `registers` on a fixed set of inputs, and proof that it can fail.

use hws_fuzz::Recorded;
use hws_fuzz::registers::{Reached, record, run};
use hws_tests::random::Numbers;

const INPUTS: u64 = 48;
const INPUT_BYTES: usize = 2048;

fn input(seed: u64) -> Vec<u8> {
    Numbers::new(seed).bytes(INPUT_BYTES)
}

fn reached(bytes: &[u8]) -> Reached {
    run(bytes).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Runs every input.
fn run_all() -> Reached {
    (0..INPUTS).map(|seed| reached(&input(seed))).fold(Reached::default(), Reached::plus)
}

#[test]
fn random_inputs_keep_the_invariants_and_reach_what_matters() {
    let reached = run_all();
    let floors = [
        ("operations", reached.operations, 10_000),
        ("checks", reached.checks, 30_000),
        ("admitted", reached.admitted, 1_000),
        ("launched", reached.launched, 1_000),
        ("completed", reached.completed, 3_000),
        ("pre_completed", reached.pre_completed, 500),
        ("kernels_done", reached.kernels_done, 200),
        ("promoted", reached.promoted, 100),
        ("cancelled", reached.cancelled, 5),
        ("dag_commands", reached.dag_commands, 50),
        ("resets", reached.resets, 20),
        ("errors", reached.errors, 1_000),
        ("bus_errors", reached.bus_errors, 300),
        ("several_r_tasks", reached.several_r_tasks, 1_000),
        ("pending", reached.pending, 1_000),
        ("owned", reached.owned, 1_000),
        ("over_limit", reached.over_limit, 50),
        ("harvested", reached.harvested, 1_000),
    ];
    for (what, count, floor) in floors {
        assert!(
            count >= floor,
            "{what}: {count} is less than {floor}; the inputs prove too little: {reached:#?}"
        );
    }
}

#[test]
fn an_input_is_decoded_the_same_way_each_time() {
    let bytes = input(7);
    assert_eq!(reached(&bytes), reached(&bytes));
}

#[test]
fn a_replay_of_what_was_recorded_is_the_same_run() {
    let recorded: Vec<Recorded> = (0..INPUTS).map(|seed| record(&input(seed))).collect();
    let replayable: Vec<&Recorded> = recorded.iter().filter(|recorded| recorded.is_replayable).collect();
    assert!(replayable.len() as u64 > INPUTS / 2, "only {} can be replayed", replayable.len());
    for recorded in replayable {
        let replayed = Recorded::replay(recorded.config, &recorded.recording.operations);
        assert_eq!((&replayed, replayed.recording.state.is_some()), (recorded, true));
    }
}
