//! Every valid map can be exported in every format, and each export is well-formed with every name once.
//!
//! The foreign readers of `exports_readers` read a few of these maps as well.

mod plan;
mod text;
mod wellformed;

use hws_regmap::emit::{ExportOptions, FORMATS};
use hws_regmap::{Code, Map, load};
use plan::MapPlan;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rstest::rstest;
use std::env;

/// Returns the text of the random map of that number, for tests that need it again.
pub(crate) fn of_number(number: u8) -> String {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[number; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let plan = plan::maps().new_tree(&mut runner).expect("every plan is possible").current();
    valid(&plan).0
}

/// Returns the text of a plan and its map: with clashing names if the check of maps has nothing against them.
fn valid(plan: &MapPlan) -> (String, Map) {
    let first = text::text(plan, false);
    match load(&first, "random.yaml") {
        Ok(map) => (first, map),
        Err(found) => {
            let other = found.iter().find(|diagnostic| diagnostic.code != Code::DuplicateName);
            assert!(other.is_none(), "{first}\n{}", other.map_or(String::new(), ToString::to_string));
            let second = text::text(plan, true);
            let map = load(&second, "random.yaml");
            let map = map.unwrap_or_else(|found| panic!("{second}\n{}", found[0]));
            (second, map)
        }
    }
}

/// In two halves, which the test runner runs side by side. `HWS_CASES` is the number of maps in each half; `.ci/weekly`
/// exports 250.
#[rstest]
fn every_export_of_random_maps_is_well_formed(#[values(1, 2)] half: u8) {
    let cases = env::var("HWS_CASES").map_or(40, |count| count.parse().expect("HWS_CASES is a number"));
    for_each_of(cases, half, |text, map| {
        for format in FORMATS {
            let options = ExportOptions { standalone: format.name == "rust", ..ExportOptions::default() };
            let export = (format.emit)(map, &options);
            let found = export.map(|export| wellformed::check(format.name, &export));
            let found = found.unwrap_or_else(|refusal| vec![refusal[0].to_string()]);
            if !found.is_empty() {
                return Err(format!("{}: {}\n{text}", format.name, found.join("\n")));
            }
        }
        Ok(())
    });
}

/// Judges random maps, always the same ones of a number; a map with a fault is made smaller before it is shown.
pub(crate) fn for_each_of(cases: u32, number: u8, judge: impl Fn(&str, &Map) -> Result<(), String>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[number; 32]));
    let outcome = runner.run(&plan::maps(), |plan| {
        let (text, map) = valid(&plan);
        judge(&text, &map).map_err(TestCaseError::fail)
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
