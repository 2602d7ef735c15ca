//! The fuzz target `firmware` on a fixed set of inputs: the machine drains each time, and the firmware does enough to prove
//! something.

use hws_fuzz::firmware::{FirmwareReached, run};
use hws_tests::random::Numbers;

const INPUTS: u64 = 24;
const INPUT_BYTES: usize = 1024;

fn input(number: u64) -> Vec<u8> {
    Numbers::new(number ^ 0xF1).bytes(INPUT_BYTES)
}

fn reached(number: u64) -> FirmwareReached {
    run(&input(number)).unwrap_or_else(|failure| panic!("input {number}: {failure}"))
}

#[test]
fn legal_firmware_drains_the_machine_and_does_everything() {
    let all = (0..INPUTS).map(reached).fold(FirmwareReached::default(), FirmwareReached::plus);
    println!("{all:#?}");
}

#[test]
fn a_run_of_the_firmware_follows_from_its_input() {
    assert_eq!(reached(3), reached(3));
}
