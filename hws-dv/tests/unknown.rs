//! Controls and data whose value is unknown while it matters: the comparison ends there, with the signal and the time.

use hws_dv::check::{CheckOptions, DumpReport, DumpText, DumpVerdict, UnknownRule};
use hws_dv::map::BusKind;
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;
use crate::common::{checked_by, checked_with, map, run};

/// Half a period of the clock.
const HALF: u64 = 5;

/// The declaration of a signal in a VCD: its width and its code.
fn declared(vcd: &str, name: &str) -> (usize, String) {
    let mut declarations = vcd.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let words = declarations.find(|words| words.len() > 5 && words[0] == "$var" && words[4] == name).unwrap();
    (words[2].parse().unwrap(), words[3].to_owned())
}

/// The signal has unknown digits from `time` to half a period later; what it would have then follows.
fn with_unknown(wave: &Wave, name: &str, digit: char, time: u64) -> String {
    let vcd = text(wave, Dialect::default());
    let (width, code) = declared(&vcd, name);
    let place = wave.place(name);
    let before = wave.stamps.iter().take_while(|(at, _)| *at <= time + HALF);
    let changes = before.flat_map(|(_, changes)| changes).filter(|(changed, _)| *changed == place);
    let value = changes.last().map_or(0, |(_, value)| *value);
    let written =
        |digits: String| if width == 1 { format!("{digits}{code}") } else { format!("b{digits} {code}") };
    let changes = [(time, written(digit.to_string())), (time + HALF, written(format!("{value:b}")))];
    changes.into_iter().fold(vcd, |vcd, (time, change)| with_change(&vcd, time, &change))
}

/// A change at the end of a time stamp of the dump.
fn with_change(vcd: &str, time: u64, change: &str) -> String {
    let (before, stamp) = vcd.split_once(&format!("\n#{time}\n")).expect("a time stamp of the dump");
    let (changes, after) = stamp.split_once("\n#").unwrap();
    format!("{before}\n#{time}\n{changes}\n{change}\n#{after}")
}

fn check(vcd: &str, yaml: &str) -> DumpReport {
    checked_with("vcd", vcd.as_bytes(), &map(yaml))
}

/// The comparison ends at the signal: `time` is that of the edge.
fn ends(report: &DumpReport, signal: &str, place: &str, time: u64) {
    assert_eq!(report.verdict, DumpVerdict::Unreadable, "{:?}", report.divergence);
    assert_eq!((report.verdict.exit_status(), report.divergence.is_some()), (2, false));
    let problem = report.problem.as_deref().unwrap().replace(',', "");
    assert!(problem.starts_with(&format!("the {signal} has unknown bits {place} tick ")), "{problem}");
    assert!(problem.contains(&format!(" at time {time} (clock edge ")), "{problem}");
    assert!(problem.contains("): the model cannot follow from there; "), "{problem}");
}

/// The signal, the marker of the edge, and where an input is half a period later.
#[rstest]
#[case("bus_valid", "bus_valid", 0)]
#[case("bus_valid", "tick_req", 0)]
#[case("bus_write", "bus_valid", 0)]
#[case("bus_addr", "bus_valid", 0)]
#[case("bus_wdata", "bus_valid", 0)]
#[case("hdr_valid", "hdr_valid", 0)]
#[case("hdr_valid", "tick_req", 0)]
#[case("hdr_td_addr", "hdr_valid", 0)]
#[case("tick_req", "tick_req", 0)]
#[case("rst_n", "tick_req", 0)]
#[case("sm_rdata", "sm_req", HALF)]
#[case("sm_err", "sm_req", HALF)]
fn an_unknown_input_that_matters_ends_the_comparison(
    #[case] signal: &str,
    #[case] marker: &str,
    #[case] later: u64,
    #[values('x', 'z')] digit: char,
) {
    let wave = run::run();
    let time = wave.time_of(marker, 1) + later;
    let place = if signal.starts_with("sm_") { "in" } else { "before" };
    let report = check(&with_unknown(&wave, signal, digit, time), "{}");
    ends(&report, &format!("input `{signal}`"), place, time + HALF);
}

#[rstest]
fn an_unknown_tick_busy_ends_the_comparison(
    #[values("tick_busy", "tick_req")] marker: &str,
    #[values('x', 'z')] digit: char,
) {
    let wave = run::run();
    let time = wave.time_of(marker, 1) + if marker == "tick_req" { HALF } else { 0 };
    let report = check(&with_unknown(&wave, "tick_busy", digit, time), "{}");
    ends(&report, "output `tick_busy`", "in", time);
}

/// What a tick shows in order: one more or one less would make the rest of it another one.
#[rstest]
#[case("sm_req", "sm_req")]
#[case("sm_addr", "sm_req")]
#[case("sm_loader", "sm_req")]
#[case("mdma_valid", "mdma_valid")]
#[case("ev_n", "ev_n")]
fn an_unknown_output_that_counts_ends_the_comparison(
    #[case] signal: &str,
    #[case] marker: &str,
    #[values('x', 'z')] digit: char,
) {
    let wave = run::run();
    let time = wave.time_of(marker, 1);
    let report = check(&with_unknown(&wave, signal, digit, time), "{}");
    ends(&report, &format!("output `{signal}`"), "in", time);
}

#[rstest]
#[case(BusKind::Apb, "psel", "tick_req")]
#[case(BusKind::Apb, "penable", "penable")]
#[case(BusKind::Apb, "pready", "penable")]
#[case(BusKind::Apb, "pwrite", "penable")]
#[case(BusKind::Apb, "pwdata", "penable")]
#[case(BusKind::Axi4Lite, "awvalid", "tick_req")]
#[case(BusKind::Axi4Lite, "awready", "awvalid")]
#[case(BusKind::Axi4Lite, "wdata", "wvalid")]
#[case(BusKind::Axi4Lite, "bready", "bvalid")]
#[case(BusKind::Axi4Lite, "araddr", "arvalid")]
fn an_unknown_handshake_ends_the_comparison(
    #[case] bus: BusKind,
    #[case] signal: &str,
    #[case] marker: &str,
    #[values('x', 'z')] digit: char,
) {
    let wave = run::run_on(bus).without(&["bus_"]);
    let time = wave.time_of(marker, 1);
    let kind = if bus == BusKind::Apb { "apb" } else { "axi4-lite" };
    let report = check(&with_unknown(&wave, signal, digit, time), &format!("bus: {{kind: {kind}}}"));
    ends(&report, &format!("input `{signal}`"), "before", time + HALF);
}

/// What an edge does not take may be unknown.
#[rstest]
#[case("bus_write", "tick_req", 0)]
#[case("bus_wdata", "tick_req", 0)]
#[case("hdr_valid", "bus_valid", 0)]
#[case("hdr_td_addr", "tick_req", 0)]
#[case("tick_req", "bus_valid", 0)]
#[case("tick_req", "sm_req", HALF)]
#[case("bus_valid", "sm_req", HALF)]
#[case("hdr_valid", "sm_req", HALF)]
#[case("sm_rdata", "bus_valid", 0)]
#[case("sm_err", "bus_valid", 0)]
fn an_unknown_input_that_does_not_matter_changes_nothing(
    #[case] signal: &str,
    #[case] marker: &str,
    #[case] later: u64,
) {
    let wave = run::run();
    let time = wave.time_of(marker, 1) + later;
    let report = check(&with_unknown(&wave, signal, 'x', time), "{}");
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
}

/// A dump that begins with all signals unknown and the reset inactive, some edges before the run and its reset.
fn before_the_reset(changes: &[&str]) -> String {
    let vcd = text(&run::run(), Dialect { starts_unknown: true, ..Dialect::default() });
    let code = |name: &str| declared(&vcd, name).1;
    let named = |change: &&str| format!("{}{}\n", &change[..1], code(&change[1..]));
    let changes: String = changes.iter().map(named).collect();
    let clock = code("clk");
    let edges = |from: u64| format!("#{from}\n0{clock}\n#{}\n1{clock}\n", from + HALF);
    let early = format!("\n#90\n{changes}{}{}", edges(100), edges(110));
    let (before, after) = vcd.split_once("\n#1000\n").unwrap();
    format!("{before}{early}#1000\n{after}")
}

#[rstest]
#[case::reset_unknown(&[])]
#[case::nothing_driven(&["1rst_n"])]
#[case::a_tick_is_asked_for(&["1rst_n", "1tick_req"])]
#[case::an_access_of_unknown_data(&["1rst_n", "1bus_valid"])]
#[case::others_driven(&["1rst_n", "1tick_req", "0bus_valid", "0hdr_valid"])]
fn before_the_first_reset_everything_may_be_unknown(#[case] changes: &[&str]) {
    let report = check(&before_the_reset(changes), "{}");
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    let whole = check(&text(&run::run(), Dialect::default()), "{}");
    assert_eq!((report.tally.ticks, report.tally.accesses), (whole.tally.ticks, whole.tally.accesses));
}

#[test]
fn without_a_reset_nothing_may_be_unknown_once_something_was_taken() {
    let wave = run::run().without(&["rst_n"]);
    let first = wave.stamps[1].0;
    assert!(first < wave.time_of("bus_valid", 1));
    for signal in ["bus_valid", "tick_req", "tick_busy"] {
        let report = check(&with_unknown(&wave, signal, 'x', first), "{}");
        assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{signal}");
    }
    let time = wave.time_of("tick_req", 1);
    ends(
        &check(&with_unknown(&wave, "bus_valid", 'x', time), "{}"),
        "input `bus_valid`",
        "before",
        time + HALF,
    );
}

/// The run with a signal that is unknown all the time.
fn always_unknown(name: &str) -> String {
    let vcd = text(&run::run(), Dialect::default());
    let (width, code) = declared(&vcd, name);
    let unknown = if width == 1 { format!("x{code}") } else { format!("bx {code}") };
    let is_value = |line: &str| match width {
        1 => line.len() == code.len() + 1 && line[1..] == code && line.starts_with(['0', '1']),
        _ => line.starts_with('b') && line.ends_with(&format!(" {code}")),
    };
    vcd.lines().map(|line| if is_value(line) { unknown.clone() } else { line.to_owned() } + "\n").collect()
}

fn by_rule(vcd: &str, unknown: UnknownRule) -> DumpReport {
    checked_by(vcd, &CheckOptions { unknown, ..CheckOptions::default() })
}

#[rstest]
#[case("irq", "irq")]
#[case("P_TOP_K", "P_TOP_K")]
#[case("RS_FLAGS[3]", "RS[3].FLAGS")]
fn an_output_that_is_always_unknown_is_never_compared(#[case] signal: &str, #[case] name: &str) {
    let vcd = always_unknown(signal);
    let report = by_rule(&vcd, UnknownRule::Report);
    assert_eq!(report.verdict, DumpVerdict::Equal, "{:?}", report.problem);
    let never: Vec<String> = report.coverage.never_compared.iter().map(|target| target.name()).collect();
    assert_eq!(never, [name]);
    let counted: Vec<String> = report.coverage.unknown.iter().map(|(target, _)| target.name()).collect();
    assert_eq!(counted, [name]);
    let text = hws_dv::check::DumpText(&report).to_string();
    assert!(text.contains(&format!("never compared, unknown every time: {name}\n")), "{text}");

    let report = by_rule(&vcd, UnknownRule::Ignore);
    assert_eq!((report.verdict, report.coverage.unknown.len()), (DumpVerdict::Equal, 0));
    assert!(report.coverage.never_compared.is_empty() && report.tally.not_compared() > 0);

    let report = by_rule(&vcd, UnknownRule::Strict);
    assert_eq!((report.verdict, report.verdict.exit_status()), (DumpVerdict::Differ, 1));
    let found = report.divergence.unwrap();
    assert_eq!((found.first_signal(), found.differences[0].note.as_str()), (name, "has unknown bits"));
    let options = CheckOptions { causes: 3, unknown: UnknownRule::Strict, ..CheckOptions::default() };
    let text = DumpText(&checked_by(&vcd, &options)).to_string();
    assert!(text.contains("\n  cause: not searched: the first difference is an unknown value"), "{text}");
}

/// A signal that is unknown once is listed, but was compared.
#[test]
fn an_output_that_is_unknown_once_was_compared() {
    let wave = run::run();
    let vcd = with_unknown(&wave, "irq", 'x', wave.time_of("tick_req", 1) + HALF);
    let report = by_rule(&vcd, UnknownRule::Report);
    assert_eq!((report.verdict, report.coverage.never_compared.len()), (DumpVerdict::Equal, 0));
    assert_eq!(report.coverage.unknown.len(), 1);
    assert_eq!(by_rule(&vcd, UnknownRule::Strict).verdict, DumpVerdict::Differ);
}

/// The run with the lowest bit of a register always unknown, and another bit inverted from the first value on, or not.
fn partly_unknown(name: &str, inverted: u64) -> String {
    let vcd = text(&run::run(), Dialect::default());
    let (width, code) = declared(&vcd, name);
    let changed = |line: &str| {
        let digits = line.strip_prefix('b')?.strip_suffix(&format!(" {code}"))?;
        let value = u64::from_str_radix(digits, 2).ok()? ^ inverted;
        Some(format!("b{:0upper$b}x {code}", value >> 1, upper = width - 1))
    };
    vcd.lines().map(|line| changed(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

#[rstest]
#[case("P_TOP_K", "P_TOP_K")]
#[case("RS_FLAGS[3]", "RS[3].FLAGS")]
fn the_known_bits_beside_an_unknown_one_are_compared(#[case] signal: &str, #[case] name: &str) {
    let report = by_rule(&partly_unknown(signal, 0), UnknownRule::Report);
    assert_eq!(report.verdict, DumpVerdict::Equal, "{:?}", report.divergence);
    assert!(report.tally.not_compared() > 0, "a value with an unknown bit does not count as compared");
    for rule in [UnknownRule::Strict, UnknownRule::Report, UnknownRule::Ignore] {
        let report = by_rule(&partly_unknown(signal, 0b10), rule);
        let found = report.divergence.expect("another bit differs");
        assert_eq!((found.first_signal(), found.differences.len()), (name, 1));
        assert_eq!((found.differences[0].rtl.unknown, found.differences[0].note.as_str()), (1, ""));
    }
}
