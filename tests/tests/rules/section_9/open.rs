//! 9.1: where the second resources of a kernel are open.

use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::setup::{enabled, l2, open, refresh, run, vc};
use crate::rules::section_6::bench::on;

/// A VG is open when it has grants; VGs beyond the machine read 0; dies are open to a kernel without VCs.
#[test]
fn a_vg_is_open_with_a_grant() {
    let mut rig = enabled();
    rig.topology(4, 4);
    let grants = TaskDescriptor { enable_l2_alloc: true, l2_done: [0, 3, 0, 1, 9, 9, 9, 9], ..td(4, 1) };
    let task = rig.submit(grants);
    assert_eq!(open(&rig, task), (0b1010, 0b11));
    let task = rig.submit(td(4, 1));
    assert_eq!(open(&rig, task), (0b1111, 0b11), "it uses nothing");
}

/// A die is open when it has grants.
#[test]
fn a_die_is_open_with_a_grant() {
    for (grants, dies) in [((0, 0), 0), ((1, 0), 1), ((0, 65_535), 2), ((2, 1), 3)] {
        let mut rig = enabled();
        let task = rig.submit(vc(grants.0, grants.1, td(1, 1)));
        assert_eq!(open(&rig, task), (0b11, dies));
    }
}

/// Blocks are placed only where VG and die are open.
#[test]
fn a_block_needs_an_open_vg_and_an_open_die() {
    let cases = [
        (l2(1, 0, td(8, 1)), Some(0xFF)),
        (l2(0, 1, td(8, 1)), Some(0x00FF_0000)),
        (l2(0, 0, td(8, 1)), None),
        (vc(0, 1, td(8, 1)), Some(0x00FF_0000)),
        (l2(1, 0, vc(1, 0, td(8, 1))), Some(0xFF)),
        (l2(1, 0, vc(0, 1, td(8, 1))), None),
        (l2(1, 1, vc(0, 1, td(8, 1))), Some(0x00FF_0000)),
    ];
    for (kernel, expected) in cases {
        let mut rig = enabled();
        rig.submit(kernel);
        assert_eq!(rig.attempt().masks(), Vec::from_iter(expected), "{kernel:?}");
    }
}

/// `(done - used) mod 256`: 255 grants are open, the 256th closes; a used one opens again.
#[test]
fn l2_grants_count_mod_256() {
    let mut rig = enabled();
    let kernel = |done| l2(done, 0, on(1, td(1, 9)));
    let task = rig.submit(kernel(255));
    assert_eq!(open(&rig, task).0, 1);
    refresh(&mut rig, task, kernel(0));
    assert_eq!(open(&rig, task).0, 0, "256 mod 256");
    refresh(&mut rig, task, kernel(1));
    assert_eq!(open(&rig, task).0, 1);
    // done 1, used 1: closed; then done 0: 255 open.
    let mask = rig.attempt().launch().mask;
    rig.complete(mask);
    assert_eq!(open(&rig, task).0, 0);
    refresh(&mut rig, task, kernel(0));
    assert_eq!(open(&rig, task).0, 1);
}

/// `(done - used) mod 65536` for VCs.
#[test]
fn vc_grants_count_mod_65536() {
    let mut rig = enabled();
    let kernel = |done| vc(done, 0, on(1, td(1, 9)));
    let task = rig.submit(kernel(65_535));
    refresh(&mut rig, task, kernel(0));
    assert_eq!(open(&rig, task).1, 0);
    refresh(&mut rig, task, kernel(1));
    assert_eq!(open(&rig, task).1, 1);
}

/// An HWS-managed die is open when its pool has a free run of cdte_vc_num; no run always fits.
#[test]
fn a_managed_die_is_open_with_a_free_run() {
    let mut rig = enabled();
    // VCs 0..40 of die 0, 0..64 of die 1.
    rig.submit(run(40, on(1, td(1, 1))));
    rig.submit(TaskDescriptor { dag_tag: 2, ..run(64, on(1 << 16, td(1, 1))) });
    assert!(rig.attempt().is_launched() && rig.attempt().is_launched());
    for (num, dies) in [(0, 0b11), (1, 0b01), (24, 0b01), (25, 0)] {
        let task = rig.submit(run(num, td(1, 1)));
        assert_eq!(open(&rig, task), (0b11, dies), "{num}");
    }
}

/// The run has to be contiguous.
#[test]
fn free_vcs_in_two_pieces_are_not_a_run() {
    let mut rig = enabled();
    rig.submit(run(24, on(0xFF, td(1, 2))));
    let first = rig.attempt().launch().mask;
    rig.attempt();
    rig.complete(first);
    // 0..24 and 48..64 are free.
    for (num, dies) in [(24, 0b11), (25, 0b10)] {
        let task = rig.submit(run(num, td(1, 1)));
        assert_eq!(open(&rig, task).1, dies, "{num}");
    }
}

/// Several blocks of one decision take several grants: used never passes done.
#[test]
fn blocks_of_one_decision_are_counted() {
    let coop = |blocks| TaskDescriptor { coop: true, ..td(4, blocks) };
    let mut rig = enabled();
    let task = rig.submit(l2(2, 1, coop(3)));
    assert_eq!(rig.attempt().launches().len(), 3);
    assert!(!rig.is_resident(task));
    let mut rig = enabled();
    rig.submit(l2(2, 1, coop(4)));
    assert!(!rig.attempt().is_launched(), "four blocks, three grants");
    for (taken, fits) in [(4, true), (5, false)] {
        let mut rig = enabled();
        rig.submit(run(taken, on(1 << 15, td(1, 1))));
        rig.attempt();
        rig.submit(TaskDescriptor { dag_tag: 2, ..run(20, on(0xFFF, coop(3))) });
        assert_eq!(rig.attempt().is_launched(), fits, "three runs of 20 of 64 - {taken}");
    }
}

/// RSC_OPEN reads 0 while second resources are off.
#[test]
fn rsc_open_reads_0_when_off() {
    let mut rig = Rig::new();
    let task = rig.submit(l2(1, 1, td(1, 1)));
    assert_eq!(open(&rig, task), (0, 0));
}
