//! 7.1, 7.2: the state of each SIP, and what a launch does to it.

use hws_regs::{
    EnableEarlyLaunchSip, LaunchSipDelay, RegId, RegIndex, SipCountEnMask, SipIdleMask, SipLaunch,
    SipPendingMask, SipPreIdleMask, SipReadyMask,
};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use crate::rules::section_6::bench::{of_dag, on};

/// Idle, pre-idle, pending and counting SIPs.
pub(super) fn masks(rig: &Rig) -> [u32; 4] {
    [
        SipIdleMask::from_bits(rig.peek(RegId::SipIdleMask)).mask(),
        SipPreIdleMask::from_bits(rig.peek(RegId::SipPreIdleMask)).mask(),
        SipPendingMask::from_bits(rig.peek(RegId::SipPendingMask)).mask(),
        SipCountEnMask::from_bits(rig.peek(RegId::SipCountEnMask)).mask(),
    ]
}

pub(super) fn ready(rig: &Rig) -> u32 {
    SipReadyMask::from_bits(rig.peek(RegId::SipReadyMask)).mask()
}

pub(super) fn remain(rig: &Rig, sip: u8) -> u32 {
    rig.peek(RegId::SipRemainExecTime(RegIndex::wrapping(sip.into())))
}

/// The launches that a SIP runs and holds pending.
pub(super) fn launches(rig: &Rig, sip: u8) -> (Option<u32>, Option<u32>) {
    let launch = SipLaunch::from_bits(rig.peek(RegId::SipLaunch(RegIndex::wrapping(sip.into()))));
    (launch.running_valid().then_some(launch.running()), launch.pending_valid().then_some(launch.pending()))
}

pub(super) fn early_launch(rig: &mut Rig, enable: bool) {
    rig.write((), EnableEarlyLaunchSip::from_bits(0).with_enable(enable));
}

/// SIP 31 runs a block of `est` units that reported pre-complete, and early launch is on.
pub(super) fn pre_idle_sip(est: u32) -> Rig {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1 << 31, est);
    rig.pre_complete(1 << 31);
    early_launch(&mut rig, true);
    rig
}

/// 7.1: at reset every SIP is idle and pre-idle, runs nothing and does not count.
#[test]
fn all_32_sips_are_idle_at_reset() {
    let rig = Rig::new();
    assert_eq!(masks(&rig), [u32::MAX, u32::MAX, 0, 0]);
    assert!((0..32).all(|sip| launches(&rig, sip) == (None, None) && remain(&rig, sip) == 0));
    assert_eq!(ready(&rig), u32::MAX);
}

/// 7.1: absent SIPs have a state too, but are not ready.
#[test]
fn absent_sips_are_idle_and_not_ready() {
    let mut rig = Rig::new();
    rig.topology(3, 4);
    assert_eq!(masks(&rig)[..2], [u32::MAX, u32::MAX]);
    assert_eq!(ready(&rig), 0x7777);
}

/// 7.1: firmware-owned SIPs read as idle and are not ready.
#[test]
fn owned_sips_are_idle_and_not_ready() {
    let mut rig = Rig::new();
    rig.claim(0xF0);
    early_launch(&mut rig, true);
    assert_eq!((masks(&rig)[0], ready(&rig)), (u32::MAX, !0xF0));
}

/// 7.1: pre-idle SIPs are ready only with early launch on.
#[test]
fn pre_idle_sips_are_ready_with_early_launch() {
    let mut rig = pre_idle_sip(100);
    assert_eq!(masks(&rig)[..2], [u32::MAX >> 1, u32::MAX]);
    assert_eq!(ready(&rig), u32::MAX);
    early_launch(&mut rig, false);
    assert_eq!(ready(&rig), u32::MAX >> 1);
}

/// 7.2: idle → running, neither idle nor pre-idle, counting from est + LAUNCH_SIP_DELAY.
#[test]
fn a_launch_on_an_idle_sip() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.write((), LaunchSipDelay::from_bits(7));
    rig.occupy(1 << 5, 100);
    assert_eq!(masks(&rig), [!(1 << 5), !(1 << 5), 0, 1 << 5]);
    assert_eq!(remain(&rig, 5), 107);
    assert_eq!(launches(&rig, 5), (Some(0), None));
}

/// 7.2: the sum saturates at 32 bits.
#[test]
fn the_remaining_time_saturates() {
    for (est, delay, expected) in
        [(u32::MAX, 1, u32::MAX), (u32::MAX - 1, 1, u32::MAX), (5, u32::MAX, u32::MAX)]
    {
        let mut rig = Rig::new();
        rig.freeze_time();
        rig.write((), LaunchSipDelay::from_bits(delay));
        rig.occupy(1, est);
        assert_eq!(remain(&rig, 0), expected);
    }
}

/// 7.2: LAUNCH_SIP_DELAY as at COMMIT (3.1).
#[test]
fn the_launch_delay_is_read_at_commit() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.submit(on(1, td(1, 1)));
    rig.latch();
    rig.write((), LaunchSipDelay::from_bits(7));
    rig.commit();
    assert_eq!(remain(&rig, 0), 1007);
}

/// 7.2: after a running block → pending, no longer pre-idle, not counting, remain = est without delay.
#[test]
fn a_launch_behind_a_running_block() {
    let mut rig = pre_idle_sip(100);
    rig.write((), LaunchSipDelay::from_bits(7));
    rig.submit(on(1 << 31, TaskDescriptor { est_exec_time: 30, ..td(1, 1) }));
    assert!(rig.attempt().is_launched());
    assert_eq!(masks(&rig), [u32::MAX >> 1, u32::MAX >> 1, 1 << 31, 0]);
    assert_eq!((launches(&rig, 31), remain(&rig, 31)), ((Some(0), Some(1)), 30));
    assert_eq!(rig.peek(RegId::CntEarly), 1);
}

/// 7.2: the state at COMMIT counts: a SIP that was pre-idle at LATCH and is idle since takes the first branch.
#[test]
fn a_sip_that_became_idle_since_latch_runs_at_once() {
    let mut rig = pre_idle_sip(100);
    rig.write((), LaunchSipDelay::from_bits(7));
    rig.submit(on(1 << 31, TaskDescriptor { est_exec_time: 30, ..td(1, 1) }));
    rig.latch();
    rig.complete(1 << 31);
    assert!(rig.commit().is_launched());
    assert_eq!((launches(&rig, 31), remain(&rig, 31)), ((Some(1), None), 37));
    assert_eq!(masks(&rig)[2..], [0, 1 << 31]);
    assert_eq!(rig.peek(RegId::CntEarly), 0, "no SIP was busy at COMMIT");
}

/// 7.2: each SIP is separate: one block may run on one SIP and be pending on the other.
#[test]
fn a_block_may_run_on_one_sip_and_wait_on_another() {
    let mut rig = pre_idle_sip(100);
    rig.submit(on(0xC000_0000, td(2, 1)));
    assert!(rig.attempt().is_launched());
    assert_eq!(launches(&rig, 30), (Some(1), None));
    assert_eq!(launches(&rig, 31), (Some(0), Some(1)));
    assert_eq!(masks(&rig), [0x3FFF_FFFF, 0x3FFF_FFFF, 1 << 31, 1 << 30]);
    // The launch ends with the last of its SIPs.
    rig.complete(1 << 30);
    rig.complete(1 << 31);
    assert!(crate::rules::section_6::bench::launch_info(&rig, 1).valid());
    rig.complete(1 << 31);
    assert!(!crate::rules::section_6::bench::launch_info(&rig, 1).valid());
}

/// 7.1: nothing is launched on a SIP that holds a pending block, pre-idle or not.
#[test]
fn a_sip_with_a_pending_block_is_full() {
    let mut rig = pre_idle_sip(100);
    rig.submit(of_dag(2, on(1 << 31, td(1, 2))));
    assert!(rig.attempt().is_launched());
    assert_eq!(ready(&rig), u32::MAX >> 1);
    assert!(!rig.attempt().is_launched());
}
