//! The debugger: steps forwards and back, over golden stimuli.

use std::fs;

use hws_inspect::debug::{Breakpoint, Debugger, StopAt, StopReason};
use hws_sim::stimulus::Reader;
use hws_sim::{ReplayOptions, replay};

const ALWAYS: &dyn Fn() -> bool = &|| true;

fn golden(name: &str) -> Vec<u8> {
    let path = format!("{}/../tests/golden/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    fs::read(path).unwrap()
}

fn opened(name: &str) -> Debugger {
    Debugger::open(name, golden(name)).unwrap()
}

/// The cycles of the trace lines that have a text.
fn cycles_of(name: &str, text: &str) -> Vec<u64> {
    let stimulus = golden(name);
    let mut trace = Vec::new();
    replay(Reader::new(name, stimulus.as_slice()), &mut trace, ReplayOptions::default()).unwrap();
    let lines = String::from_utf8(trace).unwrap();
    let lines = lines.lines().filter(|line| line.contains(text));
    let cycle = |line: &str| {
        let (_, rest) = line.split_once("\"c\":").unwrap();
        rest.split(',').next().unwrap().parse().unwrap()
    };
    let mut cycles: Vec<u64> = lines.map(cycle).collect();
    cycles.dedup();
    cycles
}

/// Every stop, forwards.
fn stops(debugger: &mut Debugger, at: StopAt) -> Vec<u64> {
    let mut stops = Vec::new();
    while let StopReason::Reached(_) = debugger.forward(at, ALWAYS) {
        stops.push(debugger.cycle());
    }
    stops
}

const NAME: &str = "09_promote_2001";

#[test]
fn attempts_stop_after_every_commit_of_the_trace() {
    let mut debugger = opened(NAME);
    let commits: Vec<u64> = cycles_of(NAME, "\"commit\"").iter().map(|cycle| cycle + 1).collect();
    assert!(commits.len() > 20);
    let stops = stops(&mut debugger, StopAt::Attempt);
    assert_eq!(stops, commits.into_iter().filter(|&at| at <= debugger.end()).collect::<Vec<_>>());
}

#[test]
fn back_stops_where_forwards_did_in_the_opposite_order() {
    for at in [StopAt::Attempt, StopAt::Event] {
        let mut debugger = opened(NAME);
        let forwards = stops(&mut debugger, at);
        assert_eq!(debugger.cycle(), debugger.end());
        let mut backwards = Vec::new();
        while let StopReason::Reached(_) = debugger.back(at, ALWAYS) {
            backwards.push(debugger.cycle());
        }
        assert_eq!(debugger.cycle(), 0);
        backwards.reverse();
        let before_end: Vec<u64> = forwards.into_iter().filter(|&stop| stop < debugger.end()).collect();
        assert_eq!(backwards, before_end, "{at:?}");
    }
}

#[test]
fn a_state_does_not_depend_on_the_way_to_it() {
    let mut straight = opened(NAME);
    let cycles = [1, 47, 48, 49, 600, 1201, 2000, straight.end()];
    let states = cycles.map(|cycle| {
        straight.seek(cycle, ALWAYS);
        straight.view()
    });
    let mut other = opened(NAME);
    other.seek(u64::MAX, ALWAYS);
    for (cycle, view) in cycles.into_iter().zip(states).rev() {
        other.seek(cycle, ALWAYS);
        assert_eq!(other.view(), view, "cycle {cycle}");
        other.back(StopAt::Tick, ALWAYS);
        assert_eq!(other.cycle(), cycle - 1);
    }
}

#[test]
fn breakpoints_stop_at_what_they_name() {
    let mut debugger = opened(NAME);
    debugger.add("rule promotion".parse().unwrap());
    let promotions: Vec<u64> = cycles_of(NAME, "\"promote\"").iter().map(|cycle| cycle + 1).collect();
    assert!(!promotions.is_empty());
    assert_eq!(stops(&mut debugger, StopAt::Breakpoint), promotions);
    debugger.remove(0);
    debugger.add("rule reserved".parse().unwrap());
    debugger.seek(0, ALWAYS);
    // The choice is visible from LATCH on, its launch 48 ticks later.
    assert_eq!(debugger.forward(StopAt::Breakpoint, ALWAYS), StopReason::Reached(Some(0)));
    assert_eq!(debugger.view().attempt.map(|(ticks, _)| ticks), Some(48));
}

#[test]
fn a_register_stops_when_it_is_accessed_or_changes() {
    let mut debugger = opened(NAME);
    debugger.add("sip 5".parse().unwrap());
    debugger.add("reg SIP_IDLE_MASK".parse().unwrap());
    let StopReason::Reached(Some(place)) = debugger.forward(StopAt::Breakpoint, ALWAYS) else { panic!() };
    let view = debugger.view();
    assert!(view.sips.iter().any(|sip| !sip.idle), "breakpoint {place}");
    let before = debugger.cycle();
    debugger.back(StopAt::Tick, ALWAYS);
    assert!(debugger.view().sips.iter().all(|sip| sip.idle || !sip.present), "before cycle {before}");
}

#[test]
fn a_run_that_is_given_up_leaves_everything_as_it_was() {
    let never: &dyn Fn() -> bool = &|| false;
    // It asks after some thousand steps; a shorter run does not notice.
    let mut debugger = Debugger::open("busy", busy()).unwrap();
    debugger.seek(10, ALWAYS);
    let view = debugger.view();
    assert_eq!(debugger.seek(u64::MAX, never), StopReason::GivenUp);
    assert_eq!(debugger.view(), view);
    assert_eq!(debugger.forward(StopAt::Attempt, never), StopReason::GivenUp);
    assert_eq!(debugger.view(), view);
}

/// Reads of a register in every cycle.
fn busy() -> Vec<u8> {
    let reads = (0..10_000).map(|at| format!("{{\"at\":{at},\"op\":\"read\",\"reg\":\"HWS_STATUS\"}}\n"));
    (reads.collect::<String>() + "{\"at\":10000,\"op\":\"end\"}\n").into_bytes()
}

#[test]
fn a_breakpoint_that_is_not_one_is_refused_with_what_would_be() {
    let cases = [
        ("", "unknown kind ``; give rule NAME, entry N, sip N or reg NAME"),
        ("rul x", "unknown kind `rul`; did you mean `rule`? give rule NAME, entry N, sip N or reg NAME"),
        ("entry 32", "`32` is not a number from 0 to 31; give entry N"),
        ("sip -1", "`-1` is not a number from 0 to 31; give sip N"),
        ("reg PROMOT", "unknown register `PROMOT`; did you mean `PROMOTE`? `hws regs grep` lists them"),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<Breakpoint>().unwrap_err().to_string(), expected);
    }
    assert!("rule x".parse::<Breakpoint>().unwrap_err().to_string().contains("backfill"));
    for text in ["rule fill_up", "entry 3", "sip 31", "reg PROMOTE"] {
        assert_eq!(text.parse::<Breakpoint>().unwrap().to_string(), text);
    }
}
