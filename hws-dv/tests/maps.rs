//! Maps: other names, other scopes, and maps that do not fit.

use hws_dv::check::{ComparedBits, DumpReport, DumpVerdict};
use hws_dv::map::NameMap;
use hws_regs::RegId;
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;
use crate::common::{checked_with, map, run};

fn check(wave: &Wave, map: &NameMap) -> DumpReport {
    checked_with("vcd", text(wave, Dialect::default()).as_bytes(), map)
}

fn renamed(wave: &Wave, rename: impl Fn(&str) -> String) -> Wave {
    let mut wave = wave.clone();
    wave.signals.iter_mut().for_each(|signal| signal.name = rename(&signal.name));
    wave
}

#[test]
fn a_prefix_and_other_names_are_mapped() {
    let wave = renamed(&run::run(), |name| match name {
        "clk" => "aclk".to_owned(),
        "irq" => "interrupt".to_owned(),
        _ if name.starts_with("RS_FLAGS") => name.replace("RS_FLAGS", "flags_of_entry"),
        _ => format!("p_{name}"),
    });
    let map = map("scope: TOP.hws\nprefix: p_\nclock: aclk\n\
                   signals: {irq: TOP.hws.interrupt, \"RS[].FLAGS\": \"flags_of_entry[]\"}\nignore: [CNT_*]\n");
    let report = check(&wave, &map);
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None));
    assert!(report.coverage.missing.is_empty(), "{:?}", report.coverage.missing);
    assert!(report.coverage.ignored.len() >= 13);
    assert!(report.coverage.ignored.iter().all(|target| target.name().starts_with("CNT_")));
}

#[test]
fn what_the_map_excludes_is_not_compared() {
    let wave = run::run();
    let wrong = wave.corrupted("RS_FLAGS[0]", wave.time_of("cycle", 40), 2);
    assert_eq!(check(&wrong, &NameMap::default()).verdict, DumpVerdict::Differ);
    let report = check(&wrong, &map("ignore: [\"RS[].FLAGS\"]"));
    assert_eq!((report.verdict, report.coverage.ignored.len()), (DumpVerdict::Equal, 32));
}

#[test]
fn a_falling_clock_and_a_reset_of_the_other_polarity_are_declared() {
    let mut wave = run::run();
    let (clock, reset) = (wave.place("clk"), wave.place("rst_n"));
    for (place, value) in wave.stamps.iter_mut().flat_map(|(_, changes)| changes) {
        if [clock, reset].contains(place) {
            *value ^= 1;
        }
    }
    let report = check(&wave, &map("clock: {edge: falling}\nreset: {active: high}"));
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
}

#[test]
fn missing_signals_are_part_of_the_verdict() {
    let wave = run::run().without(&[
        "LAUNCH_INFO",
        "LAUNCH_SIP_MASK",
        "LAUNCH_DONE",
        "LAUNCH_KERNEL",
        "ev_",
        "tick_busy",
    ]);
    let report = check(&wave, &NameMap::default());
    let problem = "equal, PARTIAL (75.5 % of register bits): fewer than 90 % of the map's register bits were compared; map more \
                   registers, or accept it with `--min-coverage 75`";
    assert_eq!((report.verdict, report.problem.as_deref()), (DumpVerdict::Partial, Some(problem)));
    // INFO, SIP_MASK, DONE_MASK and KERNEL of 64 launches.
    let ComparedBits { compared, of } = report.coverage.register_bits.unwrap();
    let launch = |id: &RegId| id.info().name.starts_with("LAUNCH[]");
    let bits = RegId::all().filter(launch).map(|id| u64::from(id.info().field_mask.count_ones()));
    assert_eq!(of - compared, bits.sum::<u64>());
    let names: Vec<String> = report.coverage.missing.iter().map(|target| target.name()).collect();
    assert_eq!(names.len(), 1 + 1 + 7 * 16 + 4 * 64);
    assert!(names.contains(&"LAUNCH[63].DONE_MASK".to_owned()) && names.contains(&"ev_n".to_owned()));
}

#[test]
fn without_lanes_messages_are_compared_in_their_order() {
    let wave = run::run();
    let wrong = wave.corrupted("mih_push_dw0", wave.time_of("mih_push", 1), 0x10).without(&["ev_"]);
    let report = check(&wrong, &NameMap::default());
    assert_eq!(report.divergence.unwrap().first_signal(), "mih_push_dw0");
}

#[rstest]
#[case("scope: TOP.hsw", "map.yaml: the dump has no scope `TOP.hsw`; did you mean `TOP.hws`? ")]
#[case("signals: {irqq: irq}", "map.yaml:1:11: `irqq` is not a port, a lane or a readable register")]
#[case("signals: {irq: irk}", "map.yaml:1:11: the dump has no signal `irk` for `irq`; did you mean `irq`? ")]
#[case("signals: {\"RS[].FLAGS\": flags}", "map.yaml:1:11: the dump has no signal `flags` for `RS[].FLAGS`")]
#[case(
    "signals: {\"RS[].FLAGS\": \"f[][]\"}",
    "map.yaml:1:11: `RS[].FLAGS` and `f[][]` have different numbers"
)]
#[case("prefix: nothing_", "the dump has no signals of an HWS (it has `TOP`, `TOP.hws`)")]
#[case("ignore: [LAUNCHES]", "map.yaml: `ignore: LAUNCHES` fits no port, lane or register")]
#[case("bus: {kind: apb}", "the model needs `psel`, `penable`, ")]
fn a_map_that_does_not_fit_is_refused(#[case] yaml: &str, #[case] message: &str) {
    let wave = run::run().without(&["p", "aw", "w", "b_", "ar", "rv", "rre", "rd", "rres"]);
    let report = check(&wave, &map(yaml));
    assert_eq!(report.verdict, DumpVerdict::Unreadable);
    let problem = report.problem.unwrap();
    assert!(problem.starts_with(message), "{problem}");
}

#[test]
fn two_instances_must_be_told_apart() {
    let wave = run::run();
    let vcd = text(&wave, Dialect::default());
    let (start, end) = (vcd.find("$scope module hws").unwrap(), vcd.find("$upscope").unwrap());
    let second = vcd[start..end].replacen("hws", "hws_too", 1);
    let both = format!("{}{second}$upscope $end\n{}", &vcd[..start], &vcd[start..]);
    let report = checked_with("vcd", both.as_bytes(), &NameMap::default());
    let problem = report.problem.unwrap();
    assert!(problem.starts_with("2 scopes look like an HWS: `TOP.hws`, `TOP.hws_too`"), "{problem}");
    let report = checked_with("vcd", both.as_bytes(), &map("scope: TOP.hws_too"));
    assert_eq!((report.verdict, report.coverage.scope.as_str()), (DumpVerdict::Equal, "TOP.hws_too"));
}

#[test]
fn ticks_in_which_nothing_happens_may_be_left_out() {
    let wave = run::run();
    let [cycle, clock, tick] = ["cycle", "clk", "tick_req"].map(|name| wave.place(name));
    let (mut short, mut left_out) = (wave.clone(), 0);
    // A tick is two stamps, the falling and the rising edge; in a quiet one, only counters of cycles change.
    let is_quiet =
        |changes: &[(usize, u64)]| changes.len() <= 4 && changes.iter().any(|change| change.0 == cycle);
    let is_clock = |changes: &[(usize, u64)]| changes.iter().all(|change| [clock, tick].contains(&change.0));
    for number in (1..short.stamps.len() - 2).rev() {
        // The tick before an access stays: at the access, the cycle must be right.
        if is_quiet(&short.stamps[number + 2].1)
            && is_quiet(&short.stamps[number].1)
            && is_clock(&short.stamps[number - 1].1)
        {
            short.stamps.drain(number - 1..=number);
            left_out += 1;
        }
    }
    assert!(left_out > 10, "{left_out}");
    let differs = check(&short, &NameMap::default());
    assert_eq!(differs.verdict, DumpVerdict::Differ);
    let hint = &differs.warnings[0];
    assert!(
        hint.starts_with("`cycle` goes from ") && hint.ends_with("say `idle: skipped` in a map"),
        "{hint}"
    );
    let report = check(&short, &map("idle: skipped"));
    assert!(report.warnings.is_empty());
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    assert_eq!(report.tally.ticks, wave.now[cycle].unwrap());
}
