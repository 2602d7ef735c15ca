//! Properties of every call: its exact register sequence, and its behaviour on a failing bus.

use crate::calls::script_bus::{Fault, ScriptBus, run};
use fw_api::Error;

#[test]
fn each_call_makes_exactly_its_documented_accesses() {
    for case in crate::calls::cases::all() {
        let mut bus = ScriptBus::default();
        (case.script)(&mut bus);
        let (answer, log) = run(&mut bus, case.call);
        assert_eq!((answer, log), (Ok(()), case.sequence), "{}", case.name);
    }
}

#[test]
fn a_fault_at_any_access_ends_the_call_and_the_next_one_works() {
    for case in crate::calls::cases::all() {
        for access in 0..case.sequence.len() {
            let mut bus = ScriptBus::default();
            bus.fault_at = Some(access);
            (case.script)(&mut bus);
            let (answer, log) = run(&mut bus, case.call);
            assert_eq!(answer, Err(Error::Bus(Fault)), "{} with a fault at {access}", case.name);
            assert_eq!(log, case.sequence[..=access], "{} with a fault at {access}", case.name);
            bus.forget();
            (case.script)(&mut bus);
            let (answer, log) = run(&mut bus, case.call);
            assert_eq!((answer, log), (Ok(()), case.sequence.clone()), "{} after a fault", case.name);
        }
    }
}

/// By the name of the datasheet or that of the method, before the first access.
#[test]
fn each_call_tells_the_bus_that_it_begins() {
    for case in crate::calls::cases::all() {
        let mut bus = ScriptBus::default();
        (case.script)(&mut bus);
        let _answer = run(&mut bus, case.call);
        assert!(bus.begun.first().is_some_and(|begun| begun.1 == 0), "{}: {:?}", case.name, bus.begun);
        let last = bus.begun.last().map(|begun| begun.0).unwrap_or_default();
        let is_its_own = last == case.name || last.contains(char::is_uppercase) || bus.begun.len() > 1;
        assert!(is_its_own, "{} begins as {last}", case.name);
    }
}
