//! SIPs claimed by firmware are returned by a guard or an explicit release, never by accident.

use fw_api::regs::*;
use fw_api::types::SipMask;
use fw_api::*;

use crate::calls::script_bus::{Access, Fault, ScriptBus, run, w};

const WANTED: SipMask = SipMask(0b1110);
const GRANTED: SipMask = SipMask(0b1010);

/// A bus on which a claim of `WANTED` gets `GRANTED`; firmware owned SIP 2 before.
fn bus() -> ScriptBus {
    let mut bus = ScriptBus::default();
    bus.answer((), [HrmFwRefused::from_bits(0b0100)]);
    bus.answer((), [HrmFwOwned::from_bits(0b1110)]);
    bus
}

fn releases(log: &[Access]) -> Vec<Access> {
    let is_release = |access: &&Access| matches!(access, Access::Write(RegId::HrmFwRelease, _));
    log.iter().filter(is_release).copied().collect()
}

fn release_of(mask: SipMask) -> Access {
    w((), HrmFwRelease::from_bits(mask.0))
}

#[test]
fn a_claim_tells_granted_refused_and_owned_apart() {
    let (claim, _) = run(&mut bus(), |hws| hws.claim_sips(WANTED));
    assert_eq!(claim, Ok(Claim { granted: GRANTED, refused: SipMask(0b0100), owned: WANTED }));
}

#[test]
fn a_guard_releases_what_was_granted_and_no_more() {
    let (sips, log) = run(&mut bus(), |hws| hws.claim_guarded(WANTED).map(|guard| guard.claim().granted));
    assert_eq!(sips, Ok(GRANTED));
    assert_eq!(releases(&log), [release_of(GRANTED)]);
}

#[test]
fn a_guard_without_a_grant_releases_nothing() {
    let mut bus = ScriptBus::default();
    bus.answer((), [HrmFwRefused::from_bits(WANTED.0)]);
    let (_, log) = run(&mut bus, |hws| hws.claim_guarded(WANTED).map(drop));
    assert_eq!(releases(&log), []);
}

#[test]
fn the_driver_works_through_the_guard() {
    let (answer, log) = run(&mut bus(), |hws| hws.claim_guarded(WANTED)?.driver().set_p_top_k(2));
    assert_eq!(answer, Ok(()));
    let (used, released) = (w((), PTopK::from_bits(2)), release_of(GRANTED));
    assert_eq!(log.iter().filter(|&&access| access == used || access == released).count(), 2);
    assert_eq!(log.last(), Some(&released));
}

#[test]
fn an_explicit_release_happens_once() {
    let (answer, log) =
        run(&mut bus(), |hws| hws.claim_guarded(WANTED).unwrap().release().map_err(|(_, error)| error));
    assert_eq!((answer, releases(&log)), (Ok(()), vec![release_of(GRANTED)]));
}

#[test]
fn a_kept_claim_is_not_released() {
    let (sips, log) = run(&mut bus(), |hws| hws.claim_guarded(WANTED).map(ClaimGuard::keep));
    assert_eq!((sips, releases(&log)), (Ok(GRANTED), vec![]));
}

#[test]
fn a_failed_release_returns_the_guard() {
    let mut bus = bus();
    // The claim makes 5 accesses; the release's first is the 6th.
    bus.fault_at = Some(5);
    let (answer, log) = run(&mut bus, |hws| {
        let (guard, error) = hws.claim_guarded(WANTED).unwrap().release().err().unwrap();
        (guard.keep(), error)
    });
    assert_eq!(answer, (GRANTED, Error::Bus(Fault)));
    assert_eq!(releases(&log), []);
}
