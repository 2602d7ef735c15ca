//! Indices: every one that exists can be made, and no other.

use hws_regs::{ElementIndex, Promote, RegId, RegIndex, Register, RsFlags, SipUsageMask, VcPoolFree};
use rstest::rstest;
use std::collections::BTreeSet;

#[test]
fn every_number_of_the_array_is_an_index_and_no_other() {
    for number in 0..1000 {
        assert_eq!(RegIndex::<5>::new(number).map(RegIndex::get), (number < 5).then_some(number));
        assert_eq!(RegIndex::<5>::wrapping(number).get(), number % 5);
        assert_eq!(RegIndex::<32>::wrapping(number).index(), number as usize % 32);
        assert_eq!(
            RegIndex::<256>::new(number).map(RegIndex::index),
            (number < 256).then_some(number as usize)
        );
    }
    assert_eq!(RegIndex::<5>::new(u32::MAX), None);
    assert_eq!(RegIndex::<256>::at::<255>().get(), 255);
    assert_eq!(RegIndex::<1>::COUNT, 1);
}

#[test]
fn all_counts_up() {
    assert_eq!(RegIndex::<5>::all().map(u32::from).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(
        (RegIndex::<256>::all().len(), RegIndex::<256>::all().next_back().map(usize::from)),
        (256, Some(255))
    );
    let pairs: Vec<_> =
        <VcPoolFree as Register>::Index::all().map(VcPoolFree::id).map(RegId::indices).collect();
    assert_eq!(pairs, [[0, 0], [0, 1], [1, 0], [1, 1]]);
    assert_eq!(<Promote as Register>::Index::all().count(), 1);
}

/// No two indices are the same register, whatever the shape of the array: with two dimensions the second one is not a
/// way to the next row.
#[test]
fn every_index_is_a_register_of_its_own() {
    let offsets: BTreeSet<u32> =
        <SipUsageMask as Register>::Index::all().map(|index| SipUsageMask::id(index).offset()).collect();
    assert_eq!(offsets.len(), 4 * 5);
}

#[test]
fn an_index_is_shown_as_its_number() {
    let id = RegId::RsFlags(RegIndex::at::<7>());
    assert_eq!(format!("{id} {id:?} {:>3}", RegIndex::<32>::at::<7>()), "RS[7].FLAGS RsFlags(7)   7");
    assert_eq!(RegIndex::<32>::default().get(), 0);
}

#[rstest]
#[case(RsFlags::index(32).map(|_| ()), "index 32 of RS[].FLAGS does not exist: the indices are 0 to 31")]
#[case(RsFlags::index(u32::MAX).map(|_| ()), "index 4294967295 of RS[].FLAGS does not exist: the indices are 0 to 31")]
#[case(SipUsageMask::index((9, 9)).map(|_| ()), "first index 9 of SIP_USAGE_MASK[][] does not exist: the indices are 0 to 3")]
#[case(SipUsageMask::index((3, 5)).map(|_| ()), "second index 5 of SIP_USAGE_MASK[][] does not exist: the indices are 0 to 4")]
fn the_refusal_names_register_index_and_range(
    #[case] answer: Result<(), hws_regs::IndexError>,
    #[case] reason: &str,
) {
    assert_eq!(answer.unwrap_err().to_string(), reason);
}

#[test]
fn numbers_that_exist_are_the_index() {
    assert_eq!(SipUsageMask::index((3, 4)), Ok((RegIndex::at::<3>(), RegIndex::at::<4>())));
    assert_eq!(Promote::index(()), Ok(()));
}
