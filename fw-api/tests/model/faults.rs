//! After a fault at any single access of any call, the documented recovery succeeds and the state of the
//! machine is as if nothing had happened.

use std::num::NonZeroU32;

use fw_api::regs::params::ATTEMPT_CYCLES;
use fw_api::types::SipMask;
use fw_api::{BusAccess, BusFault, Error, Faulty, FaultyError, HwsDriver, Traced};
use hws_model::BusError;

use crate::model::cases::{Answer, Case, Listener, Tags, all};
use crate::model::model_bus::ModelBus;
use crate::model::worlds::{TAKEN, searching};

/// A bus without a listener.
fn unheard(bus: &mut ModelBus) -> Traced<&mut ModelBus, Listener<'_>> {
    Traced::new(bus, Box::new(|_| ()))
}

/// Makes a call without a fault; returns its answer, the final state, and the number of accesses.
fn undisturbed(case: &Case) -> (Answer, ModelBus, u64) {
    let mut bus = (case.world)();
    let mut hws = HwsDriver::new(Faulty::without_faults(unheard(&mut bus)));
    let answer = (case.call)(&mut hws, &mut Tags::prepared());
    let accesses = hws.into_bus().accesses();
    (answer, bus, accesses)
}

/// Makes the call with a fault, then the recovery.
fn disturbed(case: &Case, access: u64, fault: BusFault) -> (Answer, ModelBus) {
    let mut bus = (case.world)();
    let mut tags = Tags::prepared();
    let mut hws = HwsDriver::new(Faulty::with_fault_at(unheard(&mut bus), access, fault));
    let injected = Error::Bus(FaultyError::<BusError>::Injected(fault));
    assert_eq!((case.call)(&mut hws, &mut tags), Err(injected), "{} at {access}: {fault}", case.name);
    let answer = (case.recovery)(&mut hws, &mut tags);
    drop(hws);
    (answer, bus)
}

fn assert_same(case: &Case, found: &ModelBus, expected: &ModelBus, place: &str) {
    let pairs = found.settled_state().into_iter().zip(expected.settled_state());
    for ((id, found), (_, expected)) in pairs.filter(|((id, _), _)| !case.differing.contains(id)) {
        assert_eq!(found, expected, "{id} after {place}");
    }
    assert_eq!(found.waiting_messages(), expected.waiting_messages(), "messages after {place}");
}

/// Tries both kinds of fault at each access of the call; returns the number of faults.
fn try_all(case: &Case) -> u64 {
    let (answer, expected, accesses) = undisturbed(case);
    assert!(answer.is_ok() && accesses > 0, "{}: {answer:?}", case.name);
    for fault in [BusFault::Refused, BusFault::AnswerLost] {
        for access in 0..accesses {
            let place = format!("{} with a fault at {access}: {fault}", case.name);
            let (again, found) = disturbed(case, access, fault);
            assert_eq!(again, answer, "{place}");
            assert_same(case, &found, &expected, &place);
        }
    }
    2 * accesses
}

#[test]
fn after_a_fault_at_any_access_the_recovery_leaves_what_the_call_would_have() {
    let cases = all();
    let faults: u64 = cases.iter().map(try_all).sum();
    println!("{faults} faults in {} calls", cases.len());
}

/// Makes the call and its recovery on a bus that fails at random, until one of them succeeds.
fn persistent(case: &Case, seed: u64) -> (Answer, ModelBus, u64) {
    let mut bus = (case.world)();
    let mut tags = Tags::prepared();
    let mut hws = HwsDriver::new(Faulty::with_seed(unheard(&mut bus), seed, NonZeroU32::new(20).unwrap()));
    let mut answer = (case.call)(&mut hws, &mut tags);
    while matches!(answer, Err(Error::Bus(_))) && hws.bus().faults() < 100_000 {
        answer = (case.recovery)(&mut hws, &mut tags);
    }
    let faults = hws.bus().faults();
    drop(hws);
    (answer, bus, faults)
}

#[test]
fn firmware_that_does_not_give_up_gets_through_a_bus_that_fails_at_random() {
    let mut faults = 0;
    for case in all() {
        let (answer, expected, _) = undisturbed(&case);
        for seed in 0..20 {
            let (again, found, seen) = persistent(&case, seed);
            let place = format!("{} with seed {seed}", case.name);
            assert_eq!(again, answer, "{place}");
            assert_same(&case, &found, &expected, &place);
            faults += seen;
        }
    }
    println!("{faults} faults by seed");
    assert!(faults > 1000, "a bus without faults tests nothing");
}

/// A claim that is released at once.
const LEAVES_NO_TRACE: &str = "claim_guarded";
/// Reads that change something.
const POPS: [&str; 2] = ["next_message", "messages"];

#[test]
fn a_call_that_writes_leaves_something_to_compare() {
    for case in all().iter().filter(|case| case.call_name() != LEAVES_NO_TRACE) {
        let mut writes = false;
        let mut bus = (case.world)();
        let listener = Box::new(|access: &BusAccess<&BusError>| writes |= access.is_write());
        let mut hws = HwsDriver::new(Faulty::without_faults(Traced::new(&mut bus, listener as Listener<'_>)));
        (case.call)(&mut hws, &mut Tags::prepared()).unwrap();
        drop(hws);
        let is_changed = bus.settled_state() != (case.world)().settled_state();
        assert_eq!(is_changed, writes || POPS.contains(&case.name), "{}", case.name);
    }
}

/// Claims with a guard and drops it; returns whether there was a guard.
fn claim_and_drop(bus: Faulty<&mut ModelBus>) -> (bool, Faulty<&mut ModelBus>) {
    let mut hws = HwsDriver::new(bus);
    let is_claimed = hws.claim_guarded(TAKEN).map(drop).is_ok();
    (is_claimed, hws.into_bus())
}

#[test]
fn a_dropped_guard_whose_release_fails_loses_no_sip() {
    let accesses = claim_and_drop(Faulty::without_faults(&mut searching())).1.accesses();
    for fault in [BusFault::Refused, BusFault::AnswerLost] {
        for access in 0..accesses {
            let mut bus = searching();
            let (is_claimed, faulty) = claim_and_drop(Faulty::with_fault_at(&mut bus, access, fault));
            assert_eq!(faulty.faults(), 1);
            assert_eq!(is_claimed, access >= accesses - 2, "the release makes the last two accesses");
            HwsDriver::new(faulty).release_sips(TAKEN).unwrap();
            bus.advance(ATTEMPT_CYCLES.into());
            assert_eq!(HwsDriver::new(&mut bus).owned_sips(), Ok(SipMask::EMPTY), "{fault} at {access}");
        }
    }
}
