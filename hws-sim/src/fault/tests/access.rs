//! Bus faults. `fw-api/tests/model/faults.rs` tries both kinds at every access of every call.

use fw_api::{BusFault, Error, FaultyError};
use hws_regs::{PTopK, RegId};
use hws_types::{LaunchId, MihMessage};

use super::bench::{Bench, block, once};
use crate::fault::{FaultKind, FaultPlan};

#[test]
fn the_call_returns_the_fault_and_can_be_repeated() {
    for (number, fault, k) in [(0, BusFault::AnswerLost, 2), (1, BusFault::Refused, 1)] {
        let mut bench = Bench::new(&once(FaultKind::BusFault, number));
        for _ in 0..number {
            assert_eq!(bench.firmware().set_p_top_k(1), Ok(()));
        }
        let injected = Err(Error::Bus(FaultyError::Injected(fault)));
        assert_eq!(bench.firmware().set_p_top_k(2), injected);
        assert_eq!(PTopK::from_bits(bench.peek(RegId::PTopK)).k(), k, "{fault}");
        assert_eq!(bench.firmware().set_p_top_k(2), Ok(()));
        assert_eq!(PTopK::from_bits(bench.peek(RegId::PTopK)).k(), 2);
        assert_eq!(bench.faults.struck(FaultKind::BusFault), 1);
        assert_eq!(bench.peek(RegId::ErrStatus), 0, "the HWS sees no error");
    }
}

#[test]
fn a_message_whose_pop_lost_its_answer_is_on_the_launch_page() {
    // MIH_STATUS, MIH_DATA_LO, MIH_DATA_HI.
    let mut bench = Bench::new(&once(FaultKind::BusFault, 2));
    bench.push(&block());
    bench.machine.advance(80);
    let lost = bench.firmware().next_message();
    assert_eq!(lost, Err(Error::Bus(FaultyError::Injected(BusFault::AnswerLost))));
    let next = bench.firmware().next_message().unwrap();
    assert!(matches!(next, Some(MihMessage::SchedInfo { .. })), "RESULT is gone");
    let launch = bench.firmware().launch(LaunchId::wrapping(0)).unwrap().unwrap();
    assert_eq!((launch.sips.0, launch.block_id), (0xF000_0000, 0));
}

#[test]
fn a_bus_that_always_fails_gives_one_error_for_each_call_and_changes_nothing() {
    let plan = FaultPlan::new().with_rate(FaultKind::BusFault, 1.try_into().unwrap(), 3);
    let mut bench = Bench::after(&plan, &[block()]);
    let before = bench.peek(RegId::MihStatus);
    assert!(bench.firmware().soft_reset().is_err());
    assert_eq!(bench.firmware().messages().count(), 1, "the iterator ends with the error");
    assert_eq!(bench.peek(RegId::MihStatus), before);
    assert_eq!(bench.faults.struck(FaultKind::BusFault), 2);
}
