//! Arguments out of range are refused by name before the bus is accessed.

use std::array;

use crate::calls::script_bus::{refused, run};
use fw_api::regs::params::N_RANK;
use fw_api::types::{Entry, Sip, SipMask, TaskIds, ThreadNum};
use fw_api::*;

/// The name and the value of the refused argument.
fn argument<E: std::fmt::Debug>(error: Error<E>) -> (&'static str, i64) {
    match error {
        Error::Argument(InvalidArgument { argument, value, .. }) => (argument, value),
        other => panic!("not an argument error: {other:?}"),
    }
}

#[test]
fn time_unit_is_1_to_65536_cycles() {
    let expected = Expected::Range { min: 1, max: 65536 };
    for cycles in [0, 65537, u32::MAX] {
        let error = InvalidArgument { argument: "cycles", value: cycles.into(), expected };
        assert_eq!(refused(|hws| hws.set_time_unit(cycles)), Error::Argument(error));
    }
    assert_eq!(run(&mut Default::default(), |hws| hws.set_time_unit(65536)).0, Ok(()));
}

#[test]
fn descriptor_offset_is_a_multiple_of_4_below_64_kib() {
    for bytes in [2, 65536] {
        assert_eq!(argument(refused(|hws| hws.set_descriptor_offset(bytes))), ("bytes", bytes.into()));
    }
}

#[test]
fn ranks_end_at_the_table() {
    assert_eq!(argument(refused(|hws| hws.set_priority_ratio(N_RANK as u8, 1))), ("rank", N_RANK as i64));
}

#[test]
fn r_tasks_are_1_to_8() {
    for r_tasks_max in [0, 9, 255] {
        let policy = PromotionPolicy { r_tasks_max, ..Default::default() };
        assert_eq!(argument(refused(|hws| hws.set_promotion(&policy))), ("r_tasks_max", r_tasks_max.into()));
    }
}

#[test]
fn p_top_k_is_1_to_4() {
    for k in [0, 5, 7, 8] {
        assert_eq!(argument(refused(|hws| hws.set_p_top_k(k))), ("kernels", k.into()));
    }
}

#[test]
fn backfill_margins_have_31_bits() {
    let too_low = BackfillMargin::exact(i32::MIN);
    assert_eq!(argument(refused(|hws| hws.set_backfill(too_low))), ("margin", i32::MIN.into()));
    let too_high = BackfillMargin::safe(1 << 31);
    assert_eq!(argument(refused(|hws| hws.set_backfill(too_high))), ("margin", 1 << 31));
}

#[test]
fn contexts_are_0_to_3() {
    let error = refused(|hws| hws.set_usage_mask(4, ThreadNum::ONE, SipMask::ALL));
    assert_eq!(argument(error), ("ctx", 4));
    let error = refused(|hws| hws.set_usage_mask_no_wait(4, ThreadNum::ONE, SipMask::ALL));
    assert_eq!(argument(error), ("ctx", 4));
    assert_eq!(argument(refused(|hws| hws.usage_mask(255, ThreadNum::ONE))), ("ctx", 255));
}

#[test]
fn the_xmc_map_is_a_permutation() {
    let mut map: XmcMap = array::from_fn(|sip| Sip::wrapping(sip as u32));
    map[31] = Sip::wrapping(3);
    let error = InvalidArgument { argument: "map", value: 3, expected: Expected::Permutation };
    assert_eq!(refused(|hws| hws.set_xmc_map(&map)), Error::Argument(error));
}

#[test]
fn hdr_ids_have_4_bits() {
    let ids = TaskIds { hdr_id: 16, ..Default::default() };
    let entry = Entry::wrapping(0);
    assert_eq!(argument(refused(|hws| hws.trigger_blocks(entry, ids, 1))), ("hdr_id", 16));
    assert_eq!(argument(refused(|hws| hws.refresh_descriptor(entry, ids))), ("hdr_id", 16));
}

#[test]
fn firmware_tasks_have_legal_ids_and_addresses() {
    let task = FirmwareTask { td_addr: 64, hdr_id: 0, hdr_entry_id: 0, ctx: 0 };
    let wrong = [
        (FirmwareTask { hdr_id: 16, ..task }, ("hdr_id", 16)),
        (FirmwareTask { ctx: 4, ..task }, ("ctx", 4)),
        (FirmwareTask { td_addr: 66, ..task }, ("td_addr", 66)),
    ];
    for (task, expected) in wrong {
        assert_eq!(argument(refused(|hws| hws.push_task(&task))), expected);
    }
}

#[test]
fn claims_and_releases_name_a_sip() {
    assert_eq!(argument(refused(|hws| hws.claim_sips(SipMask::EMPTY))), ("mask", 0));
    assert_eq!(argument(refused(|hws| hws.release_sips(SipMask::EMPTY))), ("mask", 0));
}

#[test]
fn a_refusal_says_what_would_be_right() {
    let error = refused(|hws| hws.set_time_unit(0));
    let Error::Argument(error) = error else { panic!("{error:?}") };
    assert_eq!(error.to_string(), "cycles is 0, but must be 1..=65536");
}
