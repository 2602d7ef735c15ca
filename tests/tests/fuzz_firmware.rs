//! The fuzz target `firmware` on a fixed set of inputs: the machine drains each time, and the firmware does enough to prove
//! something.

use hws_fuzz::FuzzRun;
use hws_fuzz::firmware::{FirmwareReached, record, run};
use hws_tests::random::Numbers;

const INPUTS: u64 = 80;
const INPUT_BYTES: usize = 2048;

fn input(number: u64) -> Vec<u8> {
    Numbers::new(number ^ 0xF1).bytes(INPUT_BYTES)
}

fn reached(number: u64) -> FirmwareReached {
    run(&input(number)).unwrap_or_else(|failure| panic!("input {number}: {failure}"))
}

/// The least of each count, by its name.
const FLOORS: [(&str, u64); 28] = [
    ("operations", 100_000),
    ("admitted", 2_000),
    ("rejected", 200),
    ("launched", 4_000),
    ("coop_launched", 800),
    ("firmware_tasks", 500),
    ("allocated", 80),
    ("backfills", 200),
    ("early_launches", 100),
    ("promoted", 800),
    ("threshold_promotions", 400),
    ("cancelled", 2),
    ("claims", 15),
    ("patient_claims", 8),
    ("own_blocks", 5),
    ("grants", 600),
    ("triggers", 400),
    ("reconfigurations", 80),
    ("dag_commands", 500),
    ("resets", 10),
    ("forced_resets", 6),
    ("started_blocks", 1_000),
    ("recovered_blocks", 50),
    ("full_fifos", 200),
    ("refused", 200),
    ("pre_completed", 3_000),
    ("harvested", 20),
    ("drains", INPUTS),
];

#[test]
fn legal_firmware_drains_the_machine_and_does_everything() {
    let all = (0..INPUTS).map(reached).fold(FirmwareReached::default(), FirmwareReached::plus);
    for ((what, count), (name, floor)) in all.counts().into_iter().zip(FLOORS) {
        assert_eq!(what, name, "every count has a floor");
        assert!(
            count >= floor,
            "{what}: {count} is less than {floor}; the inputs prove too little: {all:#?}"
        );
    }
}

#[test]
fn a_run_of_the_firmware_follows_from_its_input() {
    assert_eq!(reached(3), reached(3));
}

#[test]
fn a_replay_of_a_recorded_run_of_the_firmware_is_the_same_run() {
    for number in 0..8 {
        let recorded = record(&input(number));
        let replayed = FuzzRun::replay(recorded.config, &recorded.recording.operations);
        assert_eq!((&replayed, replayed.recording.state.is_some()), (&recorded, true), "input {number}");
    }
}
