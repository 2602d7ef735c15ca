//! The tests that are to notice a mutant, by the beginning of its file, the quickest first.
//!
//! Left out are the tests of hws-tests that need hws-run or hws-dv, the examples in the documentation, and, for the checker,
//! the altered models of `cargo xtask mutants`.

use crate::repository::Outcome;

/// Some tests of one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Suite {
    pub(super) package: &'static str,
    pub(super) target: &'static str,
    /// Without any, all tests.
    pub(super) filters: &'static [&'static str],
}

const fn suite(package: &'static str, target: &'static str, filters: &'static [&'static str]) -> Suite {
    Suite { package, target, filters }
}

const MODEL_UNITS: Suite = suite("hws-model", "hws_model", &[]);
const MODEL: Suite = suite("hws-model", "integration", &[]);
const SNAPSHOTS: Suite = suite("hws-tests", "integration", &["snapshot::golden", "snapshot::a_quiet"]);

/// The first row that fits counts.
const SUITES: [(&str, &[Suite]); 5] = [
    ("hws-model/src/behaviour", &[MODEL_UNITS, MODEL]),
    ("hws-model/src/snapshot", &[suite("hws-model", "integration", &["snapshot::"]), SNAPSHOTS, MODEL]),
    (
        "hws-model/",
        &[
            suite("hws-tests", "integration", &["golden::"]),
            suite("hws-tests", "integration", &["rules::", "dangers::", "decisions::"]),
            MODEL_UNITS,
            MODEL,
            suite("hws-tests", "integration", &["random_model_vs_plain", "random_advance", "environment::"]),
            SNAPSHOTS,
        ],
    ),
    (
        "fw-api/",
        &[
            suite("fw-api", "fw_api", &[]),
            suite("fw-api", "integration", &["calls::", "decorators::"]),
            suite("fw-api", "integration", &["model::"]),
        ],
    ),
    // Alterations show what the checker does not notice; runs without one, what it finds though nothing is wrong.
    (
        "hws-sim/src/check",
        &[
            suite("hws-sim", "hws_sim", &["check::"]),
            suite("hws-tests", "integration", &["altered_runs::"]),
            suite("hws-tests", "integration", &["invariants::"]),
            suite("hws-tests", "integration", &["attached::"]),
            suite(
                "hws-tests",
                "integration",
                &["fuzz_registers::random_inputs", "fuzz_registers::the_committed_corpus"],
            ),
        ],
    ),
];

/// The packages of all suites.
pub(super) fn packages() -> Vec<&'static str> {
    let mut packages: Vec<&str> =
        SUITES.iter().flat_map(|(_, suites)| *suites).map(|suite| suite.package).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

/// The suites for the mutants of a file.
pub(super) fn of(file: &str) -> Outcome<&'static [Suite]> {
    let row = SUITES.iter().find(|(start, _)| file.starts_with(start));
    row.map(|(_, suites)| *suites).ok_or_else(|| format!("{file}: no suite of tests is for its mutants"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(file: &str) -> Suite {
        of(file).expect("suites")[0]
    }

    #[test]
    fn a_part_of_a_crate_has_suites_of_its_own() {
        assert_eq!(first("hws-model/src/behaviour/names.rs"), MODEL_UNITS);
        assert_eq!(first("hws-model/src/behaviour.rs"), MODEL_UNITS);
        assert_eq!(first("hws-model/src/snapshot.rs").filters, ["snapshot::"]);
        assert_eq!(first("hws-model/src/fifo.rs").filters, ["golden::"]);
        assert_eq!(first("fw-api/src/mode.rs").package, "fw-api");
    }

    #[test]
    fn a_file_without_suites_is_refused() {
        assert!(of("hws-sim/src/trace.rs").is_err());
        assert!(of("src/hws-model/lib.rs").is_err());
    }

    #[test]
    fn each_package_is_named_once() {
        assert_eq!(packages(), ["fw-api", "hws-model", "hws-sim", "hws-tests"]);
    }
}
