//! The same run on other buses: the same comparison, and wrong answers are found.

use hws_dv::check::{DumpReport, DumpVerdict};
use hws_dv::map::BusKind;
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;
use crate::common::{checked, checked_with, map, run};

fn check(wave: &Wave, yaml: &str) -> DumpReport {
    checked_with("vcd", text(wave, Dialect::default()).as_bytes(), &map(yaml))
}

#[rstest]
#[case(BusKind::Apb, "bus: {kind: apb}")]
#[case(BusKind::Axi4Lite, "bus: {kind: axi4-lite}")]
fn a_bus_with_handshakes_makes_the_same_accesses(#[case] bus: BusKind, #[case] yaml: &str) {
    let flat = checked(&text(&run::run(), Dialect::default()));
    let wave = run::run_on(bus).without(&["bus_"]);
    let report = check(&wave, yaml);
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    let counts = |report: &DumpReport| (report.tally.ticks, report.tally.accesses, report.tally.pushes);
    assert_eq!(counts(&report), counts(&flat));
    assert!(report.coverage.missing.is_empty(), "{:?}", report.coverage.missing);
}

#[rstest]
#[case(BusKind::Apb, "bus: {kind: apb}", "prdata")]
#[case(BusKind::Apb, "bus: {kind: apb}", "pslverr")]
#[case(BusKind::Axi4Lite, "bus: {kind: axi4-lite}", "rdata")]
#[case(BusKind::Axi4Lite, "bus: {kind: axi4-lite}", "bresp")]
#[case(BusKind::Axi4Lite, "bus: {kind: axi4-lite}", "rresp")]
fn a_wrong_answer_is_found(#[case] bus: BusKind, #[case] yaml: &str, #[case] signal: &str) {
    let wave = run::run_on(bus).without(&["bus_"]);
    let mask = if signal.ends_with("resp") { 2 } else { 1 };
    let first = check(&wave.corrupted(signal, 0, mask), yaml).divergence.expect("a difference");
    assert_eq!(first.first_signal(), signal);
}

#[test]
fn an_access_that_takes_effect_elsewhere_is_declared() {
    let wave = run::run_on(BusKind::Axi4Lite).without(&["bus_"]);
    let report = check(&wave, "bus: {kind: axi4-lite, effect: answer}");
    assert_eq!(report.verdict, DumpVerdict::Differ, "the registers change before the answer");
    let report = check(&run::run_on(BusKind::Apb).without(&["bus_"]), "bus: {kind: apb, effect: request}");
    assert_eq!(report.verdict, DumpVerdict::Equal, "without wait states request and answer are one edge");
    let report = check(&wave, "bus: {kind: axi4-lite, latency: 1}");
    assert_eq!(report.verdict, DumpVerdict::Differ);
}

#[test]
fn a_base_address_is_subtracted() {
    let mut wave = run::run();
    let (place, base) = (wave.place("bus_addr"), 0x4000_0000_u64);
    for (_, value) in wave.stamps.iter_mut().flat_map(|(_, changes)| changes).filter(|(at, _)| *at == place) {
        *value += base;
    }
    assert_eq!(check(&wave, "bus: {base: 0x40000000}").verdict, DumpVerdict::Equal);
    assert_eq!(check(&wave, "bus: {base: 0}").verdict, DumpVerdict::Differ);
}
