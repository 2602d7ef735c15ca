//! §9: ENABLE_SECOND_RSC_SCH.

use hws_regs::{RegId, RegIndex};
use hws_tests::rig::{Rig, td};

use super::setup::{ahead, allocation_only, enabled, l2, open, requested, requests, run, switch};
use crate::rules::section_6::bench::{of_dag, on};

/// With 0: blocks need no grants and use none, and no request is sent.
#[test]
fn switched_off_second_resources_have_no_effect() {
    let mut rig = Rig::new();
    let task = rig.submit(ahead(4, l2(1, 0, on(0xFFFF, td(1, 9)))));
    for _ in 0..3 {
        assert!(rig.attempt().is_launched());
    }
    assert!(requests(&mut rig).is_empty());
    switch(&mut rig, true);
    assert_eq!((open(&rig, task).0, requested(&rig, task)), (1, (1, 0)), "the counters did not change");
    rig.tick();
    assert!(!requests(&mut rig).is_empty());
}

/// With 0 an allocation-only kernel does not finish, whatever it was granted.
#[test]
fn switched_off_allocation_only_kernels_wait() {
    let mut rig = enabled();
    // Admitted during an attempt, so that no boundary has seen it yet.
    rig.submit(of_dag(2, td(1, 9)));
    rig.latch();
    let waiting = rig.submit(allocation_only(0));
    switch(&mut rig, false);
    rig.commit();
    rig.ticks(100);
    assert!(rig.is_resident(waiting));
    switch(&mut rig, true);
    rig.tick();
    assert!(!rig.is_resident(waiting));
}

/// The pools are ignored too.
#[test]
fn switched_off_pools_do_not_matter() {
    let mut rig = enabled();
    rig.submit(run(64, on(1, td(1, 1))));
    rig.attempt();
    rig.submit(of_dag(2, run(64, on(0xFF00, td(1, 2)))));
    assert!(!rig.attempt().is_launched());
    switch(&mut rig, false);
    assert!(rig.attempt().is_launched());
    assert_eq!(
        rig.peek(RegId::VcPoolFree(RegIndex::at::<0>(), RegIndex::at::<0>())),
        0,
        "of the first block only"
    );
}

/// The decision samples it at LATCH.
#[test]
fn the_decision_samples_the_switch_at_latch() {
    for latched in [false, true] {
        let mut rig = Rig::new();
        switch(&mut rig, latched);
        rig.submit(l2(0, 0, td(1, 9)));
        rig.latch();
        switch(&mut rig, !latched);
        assert_eq!(rig.commit().is_launched(), !latched);
    }
}

/// Requests and 9.4 sample it at their boundary.
#[test]
fn requests_look_at_the_switch_at_the_boundary() {
    let mut rig = Rig::new();
    let task = rig.submit(l2(0, 0, td(1, 9)));
    rig.ticks(10);
    assert!(requests(&mut rig).is_empty());
    switch(&mut rig, true);
    assert!(requests(&mut rig).is_empty(), "not at the write");
    rig.tick();
    assert_eq!(requests(&mut rig).len(), 1);
    assert!(rig.is_resident(task));
}
