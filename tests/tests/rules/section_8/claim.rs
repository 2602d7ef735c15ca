//! 8.4: HRM CLAIM and RELEASE.

use hws_model::CommandKind;
use hws_regs::{HrmFwClaim, HrmFwRelease, RegId};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::queue::retired;
use crate::rules::section_6::bench::on;

fn release(rig: &mut Rig, mask: u32) {
    rig.write((), HrmFwRelease::from_bits(mask));
    rig.tick();
}

/// Owned and refused.
fn ownership(rig: &Rig) -> (u32, u32) {
    (rig.peek(RegId::HrmFwOwned), rig.peek(RegId::HrmFwRefused))
}

/// Each SIP is decided separately: it must be present, idle, not reserved, and not already owned.
#[test]
fn each_sip_of_a_claim_is_decided_separately() {
    let mut rig = Rig::new();
    rig.topology(8, 2);
    rig.occupy(0b1, 1_000_000);
    rig.promote(on(0b11, td(2, 1)));
    rig.claim(0b100);
    rig.take_events();
    // Absent 16 and up; 0 busy and reserved, 1 reserved, 2 owned.
    rig.claim(0x0001_80FF);
    assert_eq!(ownership(&rig), (0x80FC, 0x0001_0007));
    assert_eq!(retired(&mut rig), [(CommandKind::Claim, 0x0001_0007)]);
    assert!(rig.errors().is_empty());
}

/// A busy SIP is refused, even if it is pre-idle.
#[test]
fn a_pre_idle_sip_is_not_idle() {
    let mut rig = Rig::new();
    rig.occupy(0b11, 1_000_000);
    rig.pre_complete(0b01);
    rig.claim(0b11);
    assert_eq!(ownership(&rig), (0, 0b11));
    rig.complete(0b11);
    rig.ticks(3);
    assert_eq!(ownership(&rig), (0, 0b11), "nothing is remembered");
}

/// HRM_FW_REFUSED is of the last claim.
#[test]
fn refused_is_of_the_last_claim() {
    let mut rig = Rig::new();
    rig.claim(0b1);
    rig.claim(0b1);
    assert_eq!(ownership(&rig), (0b1, 0b1));
    rig.claim(0b10);
    assert_eq!(ownership(&rig), (0b11, 0));
    rig.claim(0b10);
    release(&mut rig, 0b11);
    assert_eq!(ownership(&rig), (0, 0b10), "a release leaves it");
}

/// RELEASE ends ownership of the owned SIPs; the rest of its mask has no effect.
#[test]
fn a_release_ends_ownership() {
    let mut rig = Rig::new();
    rig.claim(0xF0);
    release(&mut rig, 0x3C);
    assert_eq!(ownership(&rig), (0xC0, 0));
    assert_eq!(rig.peek(RegId::SipReadyMask), !0xC0);
    assert!(rig.errors().is_empty());
}

/// Firmware-owned SIPs read as idle, and the HWS places nothing on them.
#[test]
fn owned_sips_are_not_used() {
    let mut rig = Rig::new();
    rig.claim(0xFFFF_0000);
    assert_eq!(rig.peek(RegId::SipIdleMask), u32::MAX);
    rig.submit(td(16, 2));
    assert_eq!(rig.attempt().launch().mask, 0xFFFF);
    assert!(!rig.try_latch(), "no SIP is ready");
    release(&mut rig, 0xFFFF_0000);
    assert_eq!(rig.attempt().launch().mask, 0xFFFF_0000);
}

/// There is no boundary while an attempt is in flight, so a claim never takes a SIP that a decision uses.
#[test]
fn a_claim_comes_after_the_commit() {
    let mut rig = Rig::new();
    rig.submit(on(1, TaskDescriptor { est_exec_time: 5, ..td(1, 1) }));
    rig.latch();
    rig.write((), HrmFwClaim::from_bits(0b11));
    assert!(rig.commit().is_launched());
    assert_eq!(ownership(&rig), (0b10, 0b01));
}

/// Commands in one boundary see each other in order.
#[test]
fn claim_and_release_in_one_boundary() {
    let mut rig = Rig::new();
    rig.write((), HrmFwClaim::from_bits(0b111));
    rig.write((), HrmFwRelease::from_bits(0b010));
    rig.write((), HrmFwClaim::from_bits(0b110));
    rig.tick();
    assert_eq!(ownership(&rig), (0b111, 0b100));
}
