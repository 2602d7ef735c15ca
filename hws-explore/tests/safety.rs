//! The smaller examples are safe, and live but for what they expect. The mutants of `tests/mutants/space` fail here, each
//! with its own finding.

use std::fs;

use hws_explore::{Configuration, Scenario, explore};

/// The most states that are visited without optimisation.
const MOST: u32 = 2_000;

#[test]
fn the_examples_are_safe_and_live() {
    let mut files: Vec<_> =
        fs::read_dir(crate::examples()).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let mut configuration = Configuration::read(name, &text).unwrap();
        configuration.most_states = configuration.most_states.min(MOST);
        let (expected, scenario) = (configuration.starves.clone(), Scenario::new(configuration));
        let found = explore(&scenario);
        assert!(found.defect.is_none(), "{name}: {}", found.defect.unwrap().finding);
        let starving = found.starvations.iter().map(|starvation| scenario.name(starvation.kernel));
        let starving: Vec<_> = starving.collect();
        assert!(
            !found.is_complete || starving == expected,
            "{name}: {starving:?} starve, expected {expected:?}"
        );
    }
}
