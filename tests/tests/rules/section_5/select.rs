//! 5.2: finding SIPs for blocks.

use hws_regs::{EnableEarlyLaunchSip, EnableSecondRscSch, RegId};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::{attempt, coop, early_launch, inside, pre_idle, second_resources};

/// 5.2: small blocks from the highest position down, large ones from the lowest up.
#[test]
fn each_size_is_searched_from_its_end() {
    let first_two = [
        (1, [0x8000_0000, 0x4000_0000]),
        (2, [0xC000_0000, 0x3000_0000]),
        (3, [0x7000_0000, 0x0700_0000]),
        (4, [0xF000_0000, 0x0F00_0000]),
        (6, [0x0000_003F, 0x0000_3F00]),
        (8, [0x0000_00FF, 0x0000_FF00]),
        (9, [0x0000_01FF, 0x01FF_0000]),
        (12, [0x0000_0FFF, 0x0FFF_0000]),
        (16, [0x0000_FFFF, 0xFFFF_0000]),
    ];
    for (threads, expected) in first_two {
        let mut rig = Rig::new();
        rig.submit(td(threads, 2));
        assert_eq!([0; 2].map(|_| rig.attempt().launch().mask), expected, "{threads} threads");
    }
}

/// 5.2: a position fits if all t SIPs from it are in the mask; only those t matter.
#[test]
fn a_position_needs_its_threads_and_no_more() {
    for (threads, affinity, expected) in [
        (2, 0xBFFF_FFFF, 0x3000_0000),
        (3, 0xB7FF_FFFF, 0x0700_0000),
        (3, 0xFFFF_FFFF, 0x7000_0000),
        (4, 0x7FFF_FFFF, 0x0F00_0000),
        (6, 0xFFFF_FFDF, 0x0000_3F00),
        (6, 0xFFFF_FF3F, 0x0000_003F),
        (8, 0xFFFF_FF7F, 0x0000_FF00),
        (9, 0xFFFF_FEFF, 0x01FF_0000),
        (9, 0xFFFF_01FF, 0x0000_01FF),
        (12, 0xFFFF_F7FF, 0x0FFF_0000),
        (16, 0xFFFF_7FFF, 0xFFFF_0000),
    ] {
        let mut rig = Rig::new();
        rig.submit(inside(affinity, td(threads, 1)));
        assert_eq!(attempt(&mut rig), [expected], "{threads} threads in {affinity:#x}");
    }
}

/// 5.2: a block starts at a multiple of its slot, even if other runs would be long enough.
#[test]
fn unaligned_runs_are_not_positions() {
    let mut rig = Rig::new();
    rig.occupy(0x8000_0001, 1000);
    // 1..=30 are free: the aligned eights inside are 8..=15 and 16..=23.
    rig.submit(td(8, 3));
    assert_eq!(attempt(&mut rig), [0xFF00]);
    assert_eq!(attempt(&mut rig), [0x00FF_0000]);
    assert!(attempt(&mut rig).is_empty());
}

/// 5.2: idle SIPs come first, even if pre-idle ones are nearer to the start of the search.
#[test]
fn idle_sips_come_before_pre_idle_ones() {
    for (threads, busy, expected) in [(4, 0xF000_0000, 0x0F00_0000), (8, 0x0000_00FF, 0x0000_FF00)] {
        let mut rig = Rig::new();
        early_launch(&mut rig);
        pre_idle(&mut rig, busy);
        rig.submit(td(threads, 1));
        assert_eq!(attempt(&mut rig), [expected]);
    }
}

/// 5.2: pre-idle SIPs are used only if no idle ones fit, and only with early launch.
#[test]
fn pre_idle_sips_need_early_launch() {
    for on in [false, true] {
        let mut rig = Rig::new();
        rig.write((), EnableEarlyLaunchSip::default().with_enable(on));
        pre_idle(&mut rig, 0xF000_0000);
        rig.submit(inside(0xF000_0000, td(4, 1)));
        assert_eq!(rig.attempt().is_launched(), on);
    }
}

/// 5.2: a block may lie on idle and pre-idle SIPs.
#[test]
fn mixed_blocks_are_found_among_the_pre_idle() {
    let mut rig = Rig::new();
    early_launch(&mut rig);
    pre_idle(&mut rig, 0x3000_0000);
    rig.submit(inside(0xFF00_0000, td(8, 1)));
    assert_eq!(attempt(&mut rig), [0xFF00_0000]);
    assert_eq!(rig.peek(RegId::SipPendingMask), 0x3000_0000);
}

/// 5.2: SIPs that run and are not pre-idle are never taken.
#[test]
fn running_sips_are_not_taken() {
    let mut rig = Rig::new();
    early_launch(&mut rig);
    pre_idle(&mut rig, 0x7000_0000);
    rig.occupy(0x8000_0000, 1000);
    rig.submit(inside(0xF000_0000, td(4, 1)));
    assert!(attempt(&mut rig).is_empty());
}

/// 5.2: each block of a cooperative kernel is searched among idle SIPs first, then among pre-idle ones; blocks are
/// in the order found.
#[test]
fn each_block_tries_idle_sips_first() {
    let mut rig = Rig::new();
    early_launch(&mut rig);
    pre_idle(&mut rig, 0xF000_0000);
    rig.submit(inside(0xFF00_0000, coop(4, 2)));
    assert_eq!(attempt(&mut rig), [0x0F00_0000, 0xF000_0000]);
}

/// 5.2: all blocks of a cooperative kernel or none.
#[test]
fn cooperative_blocks_are_all_or_nothing() {
    let mut rig = Rig::new();
    rig.occupy(1, 1000);
    rig.submit(coop(8, 4));
    assert!(attempt(&mut rig).is_empty());
    rig.complete(1);
    let blocks: Vec<(u16, u32)> =
        rig.attempt().launches().iter().map(|launch| (launch.block, launch.mask)).collect();
    assert_eq!(blocks, [(0, 0xFF), (1, 0xFF00), (2, 0x00FF_0000), (3, 0xFF00_0000)]);
}

/// 5.2: small cooperative blocks are placed in descending order.
#[test]
fn small_cooperative_blocks_come_in_descending_order() {
    let mut rig = Rig::new();
    rig.submit(coop(3, 3));
    assert_eq!(attempt(&mut rig), [0x7000_0000, 0x0700_0000, 0x0070_0000]);
}

/// 5.2: a kernel that is not cooperative gets one block per attempt.
#[test]
fn one_block_per_attempt() {
    let mut rig = Rig::new();
    rig.submit(td(8, 4));
    assert_eq!(attempt(&mut rig), [0xFF]);
}

fn with_l2(l2_done: [u8; 8], kernel: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { enable_l2_alloc: true, l2_done, ..kernel }
}

/// 5.2: a block takes a grant of its VG in a scratch copy; a VG with none left closes for the next block.
#[test]
fn a_vg_without_a_grant_closes_for_the_next_block() {
    let mut rig = Rig::new();
    second_resources(&mut rig);
    rig.submit(with_l2([1, 2, 0, 0, 0, 0, 0, 0], coop(8, 3)));
    assert_eq!(attempt(&mut rig), [0xFF, 0x00FF_0000, 0xFF00_0000]);
    rig.submit(with_l2([1, 1, 0, 0, 0, 0, 0, 0], coop(8, 3)));
    rig.complete(0xFFFF_00FF);
    assert!(attempt(&mut rig).is_empty(), "one grant short: nothing at all");
}

/// 5.2: the same for the VC grants of a die.
#[test]
fn a_die_without_a_grant_closes_for_the_next_block() {
    let mut rig = Rig::new();
    rig.topology(8, 4);
    second_resources(&mut rig);
    rig.submit(TaskDescriptor { enable_vc_alloc: true, vc_done: [1, 2], ..coop(8, 3) });
    assert_eq!(attempt(&mut rig), [0xFF, 0x00FF_0000, 0xFF00_0000]);
}

/// 5.2: the same for the VC runs of a die.
#[test]
fn a_die_without_a_run_closes_for_the_next_block() {
    for (cdte_vc_num, expected) in [(32, [0xFF, 0xFF00]), (33, [0xFF, 0x00FF_0000])] {
        let mut rig = Rig::new();
        second_resources(&mut rig);
        rig.submit(TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num, ..coop(8, 2) });
        assert_eq!(attempt(&mut rig), expected, "runs of {cdte_vc_num}");
    }
}

/// 5.2: only if second resources count, and only for a kernel that uses them.
#[test]
fn grants_do_not_limit_other_kernels() {
    let runs = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 33, ..coop(8, 2) };
    for (on, kernel) in [
        (false, runs),
        (false, with_l2([0; 8], coop(8, 2))),
        (true, TaskDescriptor { enable_vc_alloc: false, ..runs }),
        (true, TaskDescriptor { vc_done: [0, 0], ..coop(8, 2) }),
    ] {
        let mut rig = Rig::new();
        rig.write((), EnableSecondRscSch::default().with_enable(on));
        rig.submit(kernel);
        assert_eq!(attempt(&mut rig), [0xFF, 0xFF00]);
    }
}

/// 5.2: a kernel that uses both takes both: one VC grant on die 0 closes VG 1 as well, one L2 grant only
/// its VG.
#[test]
fn grants_of_both_kinds_close_together() {
    for (vgs, expected) in [([1, 1, 1, 1], vec![0xFF, 0x00FF_0000, 0xFF00_0000]), ([1, 1, 1, 0], vec![])] {
        let mut rig = Rig::new();
        rig.topology(8, 4);
        second_resources(&mut rig);
        let [a, b, c, d] = vgs;
        let kernel = with_l2([a, b, c, d, 0, 0, 0, 0], coop(8, 3));
        rig.submit(TaskDescriptor { enable_vc_alloc: true, vc_done: [1, 2], ..kernel });
        assert_eq!(attempt(&mut rig), expected);
    }
}
