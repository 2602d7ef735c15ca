//! The plain implementation gives the golden traces and those of the dangers, byte for byte.

use std::fs;
use std::path::{Path, PathBuf};

use hws_model::Config;
use hws_sim::TraceWriter;
use hws_sim::stimulus::Reader;
use hws_tests::plain::PlainHws;
use hws_tests::surroundings::Surroundings;

fn plain_trace(stimulus: &[u8]) -> String {
    let mut surroundings: Surroundings<PlainHws, _> =
        Surroundings::new(Config::default(), TraceWriter::new(Vec::new()));
    for operation in Reader::new("stimulus", stimulus) {
        surroundings.perform(&operation.unwrap());
    }
    String::from_utf8(surroundings.into_observer().finish().unwrap()).unwrap()
}

fn stimuli(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut stimuli: Vec<PathBuf> = paths.filter(|path| path.extension().unwrap() == "jsonl").collect();
    stimuli.sort();
    stimuli
}

/// The first line in which the plain trace is not the expected one.
fn first_difference(stimulus: &Path) -> Option<String> {
    let expected = fs::read_to_string(stimulus.with_extension("trace")).unwrap();
    let actual = plain_trace(&fs::read(stimulus).unwrap());
    if expected == actual {
        return None;
    }
    let number = expected.lines().zip(actual.lines()).take_while(|(left, right)| left == right).count();
    let line = |text: &str| text.lines().nth(number).unwrap_or("(nothing)").to_owned();
    let place = format!("{}, line {}", stimulus.display(), number + 1);
    Some(format!("{place}\n  expected {}\n  plain    {}", line(&expected), line(&actual)))
}

fn check(folder: &str, count: usize) {
    let stimuli = stimuli(folder);
    assert_eq!(stimuli.len(), count, "stimuli in {folder}");
    let differences: Vec<String> = stimuli.iter().filter_map(|path| first_difference(path)).collect();
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn golden_traces() {
    check("golden", 40);
}

#[test]
fn traces_of_the_dangers() {
    check("dangers", 25);
}
