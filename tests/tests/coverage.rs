//! Functional coverage: what the golden set covers may only grow, and what the coverage model excludes never happens.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hws_dv::coverage::{Collector, CoverageReport, CoverageSet, CoveredFile, CoveredKind, cover_stimulus};
use hws_model::Hws;
use hws_sim::Machine;
use hws_sim::stimulus::Reader;
use hws_tests::random::{CASES, Stimulus, stimulus};
use hws_tests::stimuli;

/// The holes of the golden set: bins under the reason why they are open.
const HOLES: &str = "coverage/golden.holes";

fn golden_set() -> CoverageReport {
    let files = ["golden", "dangers"].into_iter().flat_map(stimuli).map(|path| {
        let (name, text) = (path.display().to_string(), fs::read(&path).unwrap());
        cover_stimulus(&name, Reader::new(&name, text.as_slice())).unwrap()
    });
    CoverageReport::new(CoverageSet { files: files.collect() }, 1)
}

fn of_random(seed: u64) -> CoveredFile {
    let Stimulus { config, operations } = stimulus(seed);
    let mut machine = Machine::new(Hws::new(config), Collector::new());
    for operation in &operations {
        // A refused operation is part of the run.
        let _ = machine.perform(operation);
    }
    let cycles = machine.cycle().0;
    let counts = machine.into_observer().into_counts();
    CoveredFile { name: format!("stimulus {seed}"), kind: CoveredKind::Stimulus, cycles, counts }
}

/// Each hole with its reason: a line `# reason` is followed by bins.
fn known_holes() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(HOLES);
    let text = fs::read_to_string(&path).unwrap();
    let mut reason = String::new();
    let mut holes = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("# ") {
            Some(text) => text.clone_into(&mut reason),
            None => assert!(holes.insert(line.to_owned(), reason.clone()).is_none(), "{line} twice"),
        }
    }
    holes
}

fn impossible(report: &CoverageReport) -> Vec<String> {
    report.impossible().map(|bin| bin.full_name()).collect()
}

#[test]
fn the_golden_set_covers_what_it_has_covered() {
    let report = golden_set();
    let holes: Vec<String> = report.holes().map(|hole| hole.full_name()).collect();
    let known = known_holes();
    let new: Vec<&String> = holes.iter().filter(|hole| !known.contains_key(*hole)).collect();
    assert!(new.is_empty(), "covered before, or new in the model: {new:#?}");
    let covered: Vec<&String> = known.keys().filter(|known| !holes.contains(known)).collect();
    assert!(covered.is_empty(), "covered now: remove from {HOLES}: {covered:#?}");
    let unexplained: Vec<&String> =
        known.iter().filter(|(_, reason)| reason.is_empty()).map(|(hole, _)| hole).collect();
    assert!(unexplained.is_empty(), "without a reason: {unexplained:#?}");
}

#[test]
fn what_the_model_excludes_never_happens() {
    let golden = golden_set();
    assert!(impossible(&golden).is_empty(), "golden set: {:#?}", impossible(&golden));
    let random = CoverageSet { files: (0..CASES).map(of_random).collect() };
    let random = CoverageReport::new(random, 1);
    assert!(impossible(&random).is_empty(), "random stimuli: {:#?}", impossible(&random));
    // Otherwise nothing could have been hit.
    assert!(random.tally().permille() > 500, "{} bins", random.tally().covered);
}
