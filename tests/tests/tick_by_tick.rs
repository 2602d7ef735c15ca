//! A replay that only ever calls `tick`, once per cycle, gives the golden traces, byte for byte: on the model
//! (so `advance` equals ticks) and on the plain implementation (so two readings of scheduler.md agree).

use std::fs;
use std::path::Path;

use hws_model::{Config, Hws};
use hws_plain::PlainHws;
use hws_sim::TraceWriter;
use hws_sim::stimulus::Reader;
use hws_tests::interface::HwsInterface;
use hws_tests::stimuli;
use hws_tests::surroundings::Surroundings;

fn trace<D: HwsInterface>(stimulus: &[u8]) -> String {
    let mut surroundings: Surroundings<D, _> =
        Surroundings::new(Config::default(), TraceWriter::new(Vec::new()));
    for operation in Reader::new("stimulus", stimulus) {
        surroundings.perform(&operation.unwrap());
    }
    String::from_utf8(surroundings.into_observer().finish().unwrap()).unwrap()
}

/// The first line that differs from the expected one.
fn first_difference<D: HwsInterface>(stimulus: &Path) -> Option<String> {
    let expected = fs::read_to_string(stimulus.with_extension("trace")).unwrap();
    let actual = trace::<D>(&fs::read(stimulus).unwrap());
    if expected == actual {
        return None;
    }
    let number = expected.lines().zip(actual.lines()).take_while(|(left, right)| left == right).count();
    let line = |text: &str| text.lines().nth(number).unwrap_or("(nothing)").to_owned();
    let place = format!("{}, line {}", stimulus.display(), number + 1);
    Some(format!("{place}\n  expected {}\n  actual   {}", line(&expected), line(&actual)))
}

fn check<D: HwsInterface>(folder: &str, count: usize) {
    let stimuli = stimuli(folder);
    assert_eq!(stimuli.len(), count, "stimuli in {folder}");
    let differences: Vec<String> = stimuli.iter().filter_map(|path| first_difference::<D>(path)).collect();
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn golden_traces_come_out_tick_by_tick() {
    check::<Hws>("golden", 40);
}

#[test]
fn traces_of_the_dangers_come_out_tick_by_tick() {
    check::<Hws>("dangers", 25);
}

#[test]
fn the_plain_implementation_gives_the_golden_traces() {
    check::<PlainHws>("golden", 40);
}

#[test]
fn the_plain_implementation_gives_the_traces_of_the_dangers() {
    check::<PlainHws>("dangers", 25);
}
