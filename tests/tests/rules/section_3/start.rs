//! 3.1: when an attempt starts and how long it takes.

use hws_regs::{CntFail, HwsCtrl, HwsStatus, RegId};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

/// 3.1: ENABLE.
#[test]
fn no_attempt_without_enable() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    rig.ticks(100);
    assert!(rig.in_flight().is_none());
    rig.enable(true);
    rig.tick();
    assert!(rig.in_flight().is_some());
}

/// 3.1: a valid entry is needed. One that cannot start is enough; the attempt then fails.
#[test]
fn no_attempt_with_an_empty_ready_station() {
    let mut rig = Rig::new();
    assert!(!rig.try_latch());
    rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..td(1, 1) });
    assert!(!rig.attempt().is_launched());
    assert_eq!(rig.read::<CntFail>(()).bits(), 1);
}

/// 3.1: ready ≠ 0. One ready SIP anywhere is enough, even one that no kernel may use.
#[test]
fn no_attempt_without_a_ready_sip() {
    let mut rig = Rig::new();
    rig.topology(12, 2);
    rig.claim(0x0FFF_0FFE);
    let first = rig.submit(TaskDescriptor { affinity: 1, ..td(1, 2) });
    let mask = rig.attempt().launch().mask;
    assert_eq!((mask, rig.peek(RegId::SipReadyMask)), (1, 0));
    assert!(!rig.try_latch(), "the SIPs that are not present are idle, but not ready");
    rig.complete(mask);
    rig.submit(TaskDescriptor { affinity: 2, offline_priority: 300, ..td(1, 1) });
    assert_eq!(rig.attempt().launch().entry, first.entry, "only SIP 0 is ready");
    rig.complete(mask);
    assert!(rig.try_latch());
    assert!(!rig.commit().is_launched(), "the kernel may only use SIP 1, which firmware owns");
}

/// 3.1: at least 32 of the 64 places of the MDMA FIFO are free.
#[test]
fn no_attempt_without_room_for_32_commands() {
    let mut rig = Rig::new();
    rig.keeps_mdma = true;
    rig.submit(td(16, 2));
    rig.attempt();
    rig.attempt();
    assert_eq!(rig.peek(RegId::SipIdleMask), 0);
    rig.complete(u32::MAX);
    rig.submit(td(1, 2));
    assert!(rig.attempt().is_launched(), "32 commands wait, 32 places are free");
    assert!(!rig.try_latch(), "33 wait, 31 are free");
    rig.hws.pop_mdma().unwrap();
    assert!(rig.attempt().is_launched());
}

/// 3.1: COMMIT comes exactly 48 ticks after LATCH, successful or not.
#[test]
fn an_attempt_takes_48_ticks() {
    for affinity in [1, 2] {
        let mut rig = Rig::new();
        rig.claim(2);
        rig.submit(TaskDescriptor { affinity, ..td(1, 1) });
        let latched = rig.cycle();
        rig.latch();
        rig.ticks(47);
        assert!(rig.in_flight().is_some() && rig.read::<HwsStatus>(()).attempt_busy());
        let commit = rig.commit();
        assert_eq!((commit.cycle - latched, commit.is_launched()), (48, affinity == 1));
        assert!(!rig.read::<HwsStatus>(()).attempt_busy());
    }
}

/// 3.1, §8: if ENABLE is cleared with an attempt in flight, the attempt commits, and no other starts.
#[test]
fn an_attempt_in_flight_commits_without_enable() {
    let mut rig = Rig::new();
    rig.submit(td(1, 2));
    rig.enable(true);
    rig.ticks(20);
    rig.write((), HwsCtrl::default());
    assert_eq!(rig.commit().launch().block, 0);
    rig.ticks(100);
    assert!(rig.in_flight().is_none());
    assert_eq!(rig.peek(RegId::CntAttempt), 1);
}

/// 3.1: clearing and setting ENABLE in flight has no effect.
#[test]
fn an_attempt_does_not_start_anew() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    let latched = rig.cycle();
    rig.latch();
    rig.ticks(30);
    rig.enable(true);
    assert_eq!(rig.commit().cycle, latched + 48);
}
