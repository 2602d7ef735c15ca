//! 5.4: unreserved, backfill, or both.

use hws_model::{Pool, Way};
use hws_regs::{CntBackfill, UseRsvdSipFirst};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::{coop, est, inside, waiting_r_task};

/// The way and the SIPs of the next attempt.
fn way(rig: &mut Rig) -> Option<(Way, u32)> {
    rig.latch();
    let choice = rig.in_flight().unwrap().choice.cloned();
    rig.commit();
    choice.map(|choice| (choice.way, choice.placement.sips().0))
}

/// 5.4: which option is taken, for both values of USE_RSVD_SIP_FIRST, depending on which options exist.
#[test]
fn options_have_their_order() {
    let both = 0xE800_0000;
    let unreserved = 0x0800_0000;
    let reserved = 0xE000_0000;
    let cases = [
        (false, both, 1000, Some((Way::Unreserved, 1 << 27))),
        (false, unreserved, 1000, Some((Way::Unreserved, 1 << 27))),
        (false, reserved, 1000, Some((Way::Backfill, 1 << 31))),
        (false, both, 1001, Some((Way::Unreserved, 1 << 27))),
        (false, reserved, 1001, None),
        (true, both, 1000, Some((Way::Backfill, 1 << 31))),
        (true, unreserved, 1000, Some((Way::Unreserved, 1 << 27))),
        (true, reserved, 1000, Some((Way::Backfill, 1 << 31))),
        (true, both, 1001, Some((Way::Unreserved, 1 << 27))),
        (true, reserved, 1001, None),
    ];
    for (reserved_first, affinity, estimate, expected) in cases {
        let mut rig = waiting_r_task();
        rig.write((), UseRsvdSipFirst::default().with_enable(reserved_first));
        rig.submit(est(estimate, inside(affinity, td(1, 1))));
        assert_eq!(way(&mut rig), expected, "{reserved_first} {affinity:#x} {estimate}");
        let backfilled = matches!(expected, Some((Way::Backfill, _)));
        assert_eq!(rig.read::<CntBackfill>(()).bits(), u32::from(backfilled));
    }
}

/// 5.4: option3 mixes both kinds, for the blocks of a cooperative kernel, when neither kind alone is enough.
#[test]
fn option_3_mixes_reserved_and_unreserved_blocks() {
    for reserved_first in [false, true] {
        let mut rig = waiting_r_task();
        rig.write((), UseRsvdSipFirst::default().with_enable(reserved_first));
        rig.submit(est(1000, inside(0x8800_0000, coop(1, 2))));
        assert_eq!(way(&mut rig), Some((Way::Mixed, 0x8800_0000)));
        assert_eq!(rig.read::<CntBackfill>(()).bits(), 1);
        let mut rig = waiting_r_task();
        rig.write((), UseRsvdSipFirst::default().with_enable(reserved_first));
        rig.submit(est(1001, inside(0x8800_0000, coop(1, 2))));
        assert_eq!(way(&mut rig), None);
    }
}

/// 5.4: option3 mixes within one block, too.
#[test]
fn option_3_mixes_within_a_block() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1 << 16, 1000);
    let (_, mask) = rig.promote(inside(0xC003_0000, coop(2, 2)));
    assert_eq!(mask, 0xC003_0000);
    rig.submit(est(0, inside(0xF000_0000, td(4, 1))));
    assert_eq!(way(&mut rig), Some((Way::Mixed, 0xF000_0000)));
}

/// 5.4: an O-task has the same options.
#[test]
fn an_o_task_may_backfill() {
    let mut rig = waiting_r_task();
    rig.submit(inside(1 << 28, TaskDescriptor { offline_priority: 900, ..td(1, 1) }));
    let o_task = rig.submit(est(1000, inside(0xE000_0000, td(1, 1))));
    let launch = rig.attempt().launch();
    assert_eq!((launch.pool, launch.entry, launch.mask), (Pool::O, o_task.entry, 1 << 31));
}
