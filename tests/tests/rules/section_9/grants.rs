//! 9.2: how a launch uses the grants of firmware; 9.3: how grants are counted.

use hws_tests::rig::td;
use hws_types::TaskDescriptor;

use super::setup::{enabled, l2, open, refresh, requested, switch, vc};
use crate::rules::section_6::bench::on;

/// A block uses one grant of its VG and one of its die, and none of the others.
#[test]
fn a_launch_uses_a_grant_of_its_vg_and_die() {
    let mut rig = enabled();
    let task = rig.submit(l2(1, 1, vc(1, 1, on(0xFFFF_0000, td(8, 2)))));
    assert_eq!(rig.attempt().launch().mask, 0x00FF_0000);
    assert_eq!(open(&rig, task), (0b01, 0b01));
    refresh(&mut rig, task, l2(1, 2, vc(1, 2, td(8, 2))));
    assert_eq!(open(&rig, task), (0b11, 0b11));
}

/// A kernel launches as many blocks as it has grants.
#[test]
fn a_kernel_launches_what_it_was_granted() {
    let mut rig = enabled();
    let task = rig.submit(l2(2, 1, td(1, 9)));
    // Blocks of one SIP go from the highest SIP down: VG 1 first, then VG 0.
    let vgs: Vec<bool> = (0..3).map(|_| rig.attempt().launch().mask > 0xFFFF).collect();
    assert_eq!(vgs, [true, false, false]);
    assert!(!rig.attempt().is_launched());
    assert_eq!(open(&rig, task).0, 0);
    refresh(&mut rig, task, l2(3, 1, td(1, 9)));
    assert!(rig.attempt().launch().mask <= 0xFFFF);
}

/// The same with VCs, by die.
#[test]
fn a_kernel_launches_as_many_blocks_as_it_has_vc_grants() {
    let mut rig = enabled();
    rig.submit(vc(1, 2, td(1, 9)));
    let dies: Vec<bool> = (0..3).map(|_| rig.attempt().launch().mask > 0xFFFF).collect();
    assert_eq!(dies, [true, true, false]);
    assert!(!rig.attempt().is_launched());
}

/// Used grants are counted if second resources were on at LATCH, whatever the switch is at COMMIT.
#[test]
fn used_counts_as_latched() {
    for latched in [false, true] {
        let mut rig = enabled();
        let task = rig.submit(l2(1, 0, on(0xFFFF, td(1, 9))));
        switch(&mut rig, latched);
        rig.latch();
        switch(&mut rig, !latched);
        assert!(rig.commit().is_launched());
        switch(&mut rig, true);
        assert_eq!(open(&rig, task).0, u32::from(!latched), "latched {latched}");
    }
}

/// A kernel that does not use a resource uses none of its grants.
#[test]
fn an_unused_resource_is_not_counted() {
    let mut rig = enabled();
    let task = rig.submit(TaskDescriptor { vc_done: [1, 1], ..l2(1, 0, on(0xFFFF, td(1, 9))) });
    assert!(rig.attempt().is_launched());
    assert_eq!(open(&rig, task), (0, 0b11), "dies are open to it");
    assert_eq!(requested(&rig, task).1, 2, "granted at admission, for every kernel");
}

/// The re-read after a launch reads new grants.
#[test]
fn a_launch_sees_new_grants() {
    let mut rig = enabled();
    let kernel = |done| l2(done, 0, on(0xFFFF, td(1, 9)));
    let task = rig.submit(kernel(1));
    rig.rewrite(task, kernel(2));
    rig.ticks(100);
    assert!(rig.attempt().is_launched());
    assert_eq!(open(&rig, task).0, 1);
    assert!(rig.attempt().is_launched());
    assert!(!rig.attempt().is_launched());
}

/// Granted at admission: the sum of the eight bytes, of the two halves; requested starts there, for every
/// kernel and with second resources off.
#[test]
fn requested_starts_at_what_was_granted() {
    for on in [false, true] {
        let mut rig = enabled();
        switch(&mut rig, on);
        let task = rig.submit(TaskDescriptor {
            l2_done: [255, 255, 255, 255, 255, 255, 255, 254],
            vc_done: [60_000, 5_000],
            ..td(1, 1)
        });
        assert_eq!(requested(&rig, task), (2039, 65_000));
    }
}

/// At a re-read granted grows by the sum of (new - old) mod 256, and requested is raised to it.
#[test]
fn requested_is_raised_to_what_was_granted() {
    let mut rig = enabled();
    rig.usage(0, 0, 0);
    let kernel =
        |a, b| TaskDescriptor { l2_done: [a, b, 0, 0, 0, 0, 0, 0], vc_done: [u16::from(a), 9], ..td(1, 9) };
    let task = rig.submit(kernel(250, 7));
    assert_eq!(requested(&rig, task), (257, 259));
    // 250 → 4 is 10, 7 → 8 is 1; VCs 250 → 4 is 65536 - 246, so 259 + 65290 = 65549, of which 13 are shown.
    refresh(&mut rig, task, kernel(4, 8));
    assert_eq!(requested(&rig, task), (268, 13));
}

/// VCs grow mod 65536.
#[test]
fn granted_vcs_grow_mod_65536() {
    let mut rig = enabled();
    let kernel = |a| TaskDescriptor { vc_done: [a, 1], ..td(1, 9) };
    let task = rig.submit(kernel(65_000));
    refresh(&mut rig, task, kernel(4));
    // 65001 + 540.
    assert_eq!(requested(&rig, task).1, (65_001 + 540) % 65_536);
}

/// A refused re-read grants nothing.
#[test]
fn a_refused_reread_grants_nothing() {
    let mut rig = enabled();
    let task = rig.submit(l2(0, 0, td(1, 9)));
    rig.rewrite(task, l2(3, 0, td(1, 9)));
    rig.memory.refuse(task.address + 44);
    rig.write((), hws_regs::TdRefresh::from_bits(0));
    rig.tick();
    assert_eq!(open(&rig, task).0, 0);
}
