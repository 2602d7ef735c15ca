//! 5.5: which reserved SIPs other kernels may use.

use hws_regs::{RsvThreadNum, RsvdSipBackfillMarginOffset, Sign, UseRsvdSipFirst};
use hws_tests::rig::{Rig, td};

use super::{attempt, coop, est, inside, waiting_r_task};

fn margin(rig: &mut Rig, sign: Sign, magnitude: u32) {
    let margin = RsvdSipBackfillMarginOffset::default().with_sign(sign);
    rig.write((), margin.with_magnitude(magnitude).unwrap());
}

/// Whether a block of `estimate` units may take SIP 31 of the reservation of [`waiting_r_task`].
fn backfills(sign: Sign, magnitude: u32, estimate: u32) -> bool {
    let mut rig = waiting_r_task();
    margin(&mut rig, sign, magnitude);
    rig.submit(est(estimate, inside(1 << 31, td(1, 1))));
    rig.attempt().is_launched()
}

/// 5.5: backfilling needs the group to stay busy, here for 1000 units, for at least est + offset.
#[test]
fn backfill_needs_the_group_to_stay_busy() {
    assert!(backfills(Sign::Positive, 0, 1000) && backfills(Sign::Negative, 0, 1000));
    assert!(!backfills(Sign::Positive, 0, 1001) && !backfills(Sign::Negative, 0, 1001));
    assert!(backfills(Sign::Positive, 0, 0));
}

/// 5.5: SIGN = 1 adds the magnitude as a safety margin.
#[test]
fn a_positive_margin_keeps_a_distance() {
    assert!(backfills(Sign::Positive, 200, 800));
    assert!(!backfills(Sign::Positive, 200, 801));
    assert!(!backfills(Sign::Positive, 1001, 0));
    assert_eq!(RsvdSipBackfillMarginOffset::default().with_sign(Sign::Positive).bits(), 1 << 31);
}

/// 5.5: SIGN = 0 subtracts the magnitude, so the R-task may be delayed by at most that much.
#[test]
fn a_negative_margin_allows_a_delay() {
    assert!(backfills(Sign::Negative, 200, 1200));
    assert!(!backfills(Sign::Negative, 200, 1201));
}

/// 5.5: the comparison is signed and 64 bits wide: neither a large sum nor a negative one wraps.
#[test]
fn the_comparison_is_signed_and_64_bits_wide() {
    assert!(!backfills(Sign::Positive, 0x7FFF_FFFF, u32::MAX), "2^32 - 1 + 2^31 - 1 is not 0x7FFF_FFFE");
    assert!(!backfills(Sign::Positive, 0x7FFF_FFFF, 0x8000_0001), "2^32 is not 0");
    assert!(backfills(Sign::Negative, 0x7FFF_FFFF, 0), "a negative bound holds for any time");
    assert!(backfills(Sign::Negative, 0x7FFF_FFFF, 0x7FFF_FFFF + 1000));
    assert!(!backfills(Sign::Negative, 0x7FFF_FFFF, 0x7FFF_FFFF + 1001));
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1 << 28, 0x8000_0000);
    rig.promote(inside(0xF000_0000, td(4, 1)));
    rig.submit(est(0x8000_0000, inside(1 << 31, td(1, 1))));
    assert!(rig.attempt().is_launched(), "times are not negative from 2^31 on");
}

/// 5.5: est + offset is not cut off at 32 bits: the longest remaining time, 2^32 - 1, is less than 2^32 - 1 + 1.
#[test]
fn the_bound_does_not_saturate() {
    for (magnitude, launched) in [(0, true), (1, false), (0x7FFF_FFFF, false)] {
        let mut rig = Rig::new();
        rig.freeze_time();
        rig.occupy(1 << 28, u32::MAX);
        rig.promote(inside(0xF000_0000, td(4, 1)));
        margin(&mut rig, Sign::Positive, magnitude);
        rig.submit(est(u32::MAX, inside(1 << 31, td(1, 1))));
        assert_eq!(rig.attempt().is_launched(), launched, "a margin of {magnitude}");
    }
}

/// 5.5: a group that is free at once (remain 0) passes a negative bound.
#[test]
fn a_free_group_passes_a_bound_of_0() {
    for (estimate, launched) in [(0, true), (1, false)] {
        let mut rig = Rig::new();
        rig.freeze_time();
        rig.occupy(1 << 16, 1000);
        rig.promote(inside(0xC003_0000, coop(2, 2)));
        rig.submit(est(estimate, inside(1 << 30, td(1, 1))));
        assert_eq!(rig.attempt().is_launched(), launched);
    }
}

/// 5.5: with T = 1 never: a SIP reserved alone is not backfilled, whatever the margin.
#[test]
fn a_sip_reserved_alone_is_never_backfilled() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(0b01, 1000);
    let (_, mask) = rig.promote(inside(0b11, coop(1, 2)));
    assert_eq!((mask, rig.read::<RsvThreadNum>(1).thread_num()), (0b11, 1));
    margin(&mut rig, Sign::Negative, 0x7FFF_FFFF);
    rig.write((), UseRsvdSipFirst::default().with_enable(true));
    rig.submit(est(0, inside(0b10, td(1, 1))));
    assert!(!rig.attempt().is_launched());
}

/// 5.5: the group has slot(T) SIPs. SIP 0, which the R-task waits for, is busy for 1000 units. The first SIP after
/// the group is busy for 5000 and does not count.
#[test]
fn the_group_is_as_large_as_the_slot() {
    for (threads, slot) in [(2, 2), (3, 4), (4, 4), (6, 8), (8, 8), (9, 16), (12, 16), (16, 16)] {
        for (estimate, launched) in [(1000, true), (1001, false)] {
            let mut rig = Rig::new();
            rig.freeze_time();
            rig.occupy(1, 1000);
            rig.occupy(1 << slot, 5000);
            let ones = (1_u32 << threads) - 1;
            assert_eq!(rig.promote(inside(ones, td(threads, 1))).1, ones);
            rig.submit(est(estimate, inside(0b10, td(1, 1))));
            assert_eq!(rig.attempt().is_launched(), launched, "{threads} threads, {estimate} units");
        }
    }
}

/// 5.5: the group includes the SIPs beyond the T that the R-task takes.
#[test]
fn sips_beyond_the_reservation_count() {
    for (threads, beyond) in [(3, 3), (6, 7), (9, 9), (9, 15), (12, 12)] {
        for (estimate, launched) in [(5000, true), (5001, false)] {
            let mut rig = Rig::new();
            rig.freeze_time();
            rig.occupy(1, 10);
            rig.occupy(1 << beyond, 5000);
            rig.promote(inside((1 << threads) - 1, td(threads, 1)));
            rig.submit(est(estimate, inside(0b10, td(1, 1))));
            assert_eq!(rig.attempt().is_launched(), launched, "{threads} threads, SIP {beyond}");
        }
    }
}

/// 5.5: each SIP is checked by its own group: the free block of a cooperative reservation does not count as busy
/// because of the other.
#[test]
fn each_group_is_checked_separately() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1, 1000);
    assert_eq!(rig.promote(inside(0xFF, coop(4, 2))).1, 0xFF);
    rig.submit(est(500, inside(0xFF, td(1, 4))));
    // 7..=4 are free in a group that is free at once; 3..=1 in the group that waits.
    assert_eq!([0; 3].map(|_| rig.attempt().launch().mask), [0b1000, 0b0100, 0b0010]);
    assert!(!rig.attempt().is_launched());
}

/// 5.5: the estimate of the candidate counts, not its real time or its number of SIPs.
#[test]
fn a_block_of_two_backfills_like_one() {
    let mut rig = waiting_r_task();
    rig.submit(est(1000, inside(0xC000_0000, td(2, 1))));
    assert_eq!(attempt(&mut rig), [0xC000_0000]);
}

/// 5.5: reserved SIPs that the kernel may not use are not backfilled.
#[test]
fn backfill_stays_inside_usable() {
    let mut rig = waiting_r_task();
    rig.usage(0, 0, 0xBFFF_FFFF);
    rig.submit(est(1000, inside(0xE000_0000, td(1, 3))));
    assert_eq!([0; 2].map(|_| rig.attempt().launch().mask), [1 << 31, 1 << 29]);
    assert!(!rig.attempt().is_launched());
}
