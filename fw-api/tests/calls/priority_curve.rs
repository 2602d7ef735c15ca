//! Curves of the priority table, in integers.

use std::num::NonZeroU32;

use fw_api::regs::params::N_RANK;
use fw_api::regs::{RegId, RegIndex};
use fw_api::{Expected, InvalidArgument, PriorityCurve, PriorityTable};

/// The last rank.
const LAST: usize = N_RANK - 1;

fn table(curve: PriorityCurve<'_>) -> PriorityTable {
    curve.table().unwrap()
}

fn geometric(first: u32, numerator: u32, denominator: u32) -> PriorityTable {
    table(PriorityCurve::Geometric { first, numerator, denominator: NonZeroU32::new(denominator).unwrap() })
}

#[test]
fn the_reset_table_is_a_line() {
    let reset =
        std::array::from_fn(|rank| RegId::ScaleRatioTableRank(RegIndex::wrapping(rank as u32)).reset());
    assert_eq!(table(PriorityCurve::Linear { first: 100, last: 100 * N_RANK as u32 }), reset);
}

#[test]
fn lines_reach_both_ends_up_and_down() {
    for (first, last) in [(0, u32::MAX), (u32::MAX, 0), (5, 5), (LAST as u32, 0)] {
        let line = table(PriorityCurve::Linear { first, last });
        assert_eq!((line[0], line[LAST]), (first, last));
        assert!(line.is_sorted() || line.iter().rev().is_sorted());
    }
    assert_eq!(table(PriorityCurve::Linear { first: LAST as u32, last: 0 })[LAST - 1], 1);
    // Three steps up over the whole table, rounded down: the first comes after a third of it.
    let steps = table(PriorityCurve::Linear { first: 0, last: 3 });
    assert!(steps.iter().enumerate().all(|(rank, &ratio)| ratio == (rank * 3 / LAST) as u32));
}

#[test]
fn geometric_steps_round_and_saturate() {
    assert_eq!(geometric(1, 2, 1)[..5], [1, 2, 4, 8, 16]);
    assert_eq!(geometric(100, 11, 10)[..4], [100, 110, 121, 133]);
    assert_eq!(geometric(7, 1, 2)[..4], [7, 4, 2, 1]);
    assert_eq!(geometric(u32::MAX, u32::MAX, 1)[LAST], u32::MAX);
    assert_eq!(geometric(9, 0, 1)[..2], [9, 0]);
}

#[test]
fn points_are_joined_and_the_ends_are_level() {
    let curve = table(PriorityCurve::Points(&[(2, 10), (4, 20), (8, 0)]));
    assert_eq!(curve[..10], [10, 10, 10, 15, 20, 15, 10, 5, 0, 0]);
    assert_eq!(curve[LAST], 0);
    assert_eq!(table(PriorityCurve::Points(&[(LAST as u8, 4)])), [4; N_RANK]);
}

#[test]
fn points_may_begin_at_rank_0_and_follow_each_other() {
    assert_eq!(table(PriorityCurve::Points(&[(0, 8), (1, 6), (2, 9)]))[..4], [8, 6, 9, 9]);
}

#[test]
fn points_must_be_there_ascending_and_in_the_table() {
    let error = |points| PriorityCurve::Points(points).table().unwrap_err();
    let ascending = |value| InvalidArgument { argument: "points", value, expected: Expected::Ascending };
    assert_eq!(error(&[]), ascending(0));
    assert_eq!(error(&[(3, 1), (3, 2)]), ascending(3));
    assert_eq!(error(&[(3, 1), (2, 2)]), ascending(2));
    assert_eq!(error(&[(N_RANK as u8, 1)]).argument, "rank");
}
