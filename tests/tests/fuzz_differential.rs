//! The fuzz target `differential` on a fixed set of inputs.

use hws_tests::differential::{DifferentialReached, run};
use hws_tests::random::Numbers;

const INPUTS: u64 = 24;
const INPUT_BYTES: usize = 2048;

#[test]
fn ticks_jumps_a_restored_snapshot_and_the_plain_implementation_agree() {
    let reached = |number| {
        run(&Numbers::new(number ^ 0xD1).bytes(INPUT_BYTES)).unwrap_or_else(|failure| panic!("{failure}"))
    };
    let all = (0..INPUTS).map(reached).fold(DifferentialReached::default(), DifferentialReached::plus);
    let is_enough = all.operations > 4_000 && all.cycles > 50_000 && all.seen > 4_000 && all.launched > 100;
    assert!(is_enough && all.restored == INPUTS, "the inputs prove too little: {all:?}");
}
