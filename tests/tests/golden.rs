//! Every stimulus of `golden/` and `dangers/` gives its trace, byte for byte.

use std::fs;
use std::path::Path;

use hws_sim::stimulus::Reader;
use hws_sim::{ReplayOptions, replay};
use hws_tests::stimuli;

/// The first line that differs, for a readable message.
fn first_difference(expected: &str, actual: &str) -> String {
    let (mut left, mut right) = (expected.lines(), actual.lines());
    for line in 1.. {
        let pair = (left.next(), right.next());
        if pair.0 != pair.1 || pair.0.is_none() {
            return format!("line {line}\n  expected {:?}\n  actual   {:?}", pair.0, pair.1);
        }
    }
    String::new()
}

fn compare(stimulus: &Path) -> Result<(), String> {
    let expected = fs::read_to_string(stimulus.with_extension("trace")).unwrap();
    let mut trace = Vec::new();
    let text = fs::read(stimulus).unwrap();
    let name = stimulus.display().to_string();
    replay(Reader::new(&name, text.as_slice()), &mut trace, ReplayOptions::default())
        .map_err(|error| error.to_string())?;
    let actual = String::from_utf8(trace).unwrap();
    if actual == expected {
        return Ok(());
    }
    Err(format!("{name}: {}", first_difference(&expected, &actual)))
}

fn check(folder: &str, count: usize) {
    let stimuli = stimuli(folder);
    assert_eq!(stimuli.len(), count, "stimuli in {folder}");
    let failures: Vec<String> = stimuli.iter().filter_map(|stimulus| compare(stimulus).err()).collect();
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn golden_stimuli_give_their_traces() {
    check("golden", 40);
}

#[test]
fn dangers_give_their_traces() {
    check("dangers", 25);
}
