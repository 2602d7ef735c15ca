//! `docs/dangers.md` lists every stimulus and every test, and quotes only lines of the traces.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::dangers::trace::{FOLDERS, Trace, path};

/// Dangers in the last paragraph of verification.md, and the one of its I6.
const DANGERS: usize = 27;

/// The parts of the description of each danger.
const PARTS: [&str; 4] = ["**What happens.**", "**Stimulus.**", "**Firmware.**", "**RTL.**"];

struct Section {
    number: usize,
    text: String,
}

impl Section {
    /// The stimuli it replays, as folder and name.
    fn stimuli(&self) -> Vec<(&str, &str)> {
        let commands = self.text.split("hws replay tests/").skip(1);
        commands.map(|rest| rest.split_once(".jsonl").unwrap().0.split_once('/').unwrap()).collect()
    }

    /// The tests it names.
    fn tests(&self) -> BTreeSet<String> {
        let prefix = format!("`d{}_", self.number);
        let names = self.text.split(&prefix).skip(1).map(|rest| rest.split_once('`').unwrap().0);
        names.map(|name| format!("d{}_{name}", self.number)).collect()
    }

    /// The trace lines it quotes.
    fn quotes(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| line.starts_with('{'))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sections() -> Vec<Section> {
    let text = fs::read_to_string(root().join("../docs/dangers.md")).unwrap();
    let parse = |section: &str| {
        let number = section.split_once(' ').unwrap().0.parse().unwrap();
        Section { number, text: section.to_owned() }
    };
    text.split("\n## D").skip(1).map(parse).collect()
}

/// The tests of the sources beside this one, by the number of the danger.
fn tests_in_sources() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(root().join("tests/dangers")).unwrap() {
        let source = fs::read_to_string(entry.unwrap().path()).unwrap();
        for function in source.split("#[test]\nfn d").skip(1) {
            let name = function.split_once('(').unwrap().0;
            if name.starts_with(|first: char| first.is_ascii_digit()) {
                found.insert(format!("d{name}"));
            }
        }
    }
    found
}

fn stimuli_in_folders() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_some_and(|extension| extension == "jsonl") {
                found.insert(format!("{folder}/{}", file.file_stem().unwrap().display()));
            }
        }
    }
    found
}

#[test]
fn every_danger_has_its_section() {
    let sections = sections();
    let numbers: Vec<usize> = sections.iter().map(|section| section.number).collect();
    assert_eq!(numbers, (1..=DANGERS).collect::<Vec<_>>());
    for section in &sections {
        for part in PARTS {
            assert_eq!(section.text.matches(part).count(), 1, "D{}: {part}", section.number);
        }
    }
}

#[test]
fn every_stimulus_is_named_and_every_name_is_a_stimulus() {
    let sections = sections();
    let named = sections.iter().flat_map(Section::stimuli);
    let named: BTreeSet<String> = named.map(|(folder, name)| format!("{folder}/{name}")).collect();
    assert_eq!(named, stimuli_in_folders());
}

#[test]
fn every_test_is_named_and_every_name_is_a_test() {
    let named: BTreeSet<String> = sections().iter().flat_map(Section::tests).collect();
    assert_eq!(named, tests_in_sources());
    assert!(sections().iter().all(|section| !section.tests().is_empty()));
}

/// A stimulus that no test replays would prove nothing.
#[test]
fn every_stimulus_is_replayed_by_a_test() {
    let files = ["backfill", "priorities", "promotion", "recovery", "resources", "tables"];
    let sources =
        files.map(|file| fs::read_to_string(root().join(format!("tests/dangers/{file}.rs"))).unwrap());
    for stimulus in stimuli_in_folders() {
        let name = stimulus.split_once('/').unwrap().1;
        assert!(sources.iter().any(|source| source.contains(&format!("\"{name}\""))), "{stimulus}");
    }
}

#[test]
fn every_quoted_line_is_in_the_trace() {
    for section in sections() {
        let names: Vec<&str> = section.stimuli().iter().map(|&(_, name)| name).collect();
        assert!(names.iter().all(|name| path(name).exists()));
        let traces: Vec<Trace> = names.iter().map(|name| Trace::of(name)).collect();
        assert!(section.quotes().count() > 0, "D{} quotes nothing", section.number);
        for line in section.quotes() {
            assert!(traces.iter().any(|trace| trace.has_line(line)), "D{}: {line}", section.number);
        }
    }
}
