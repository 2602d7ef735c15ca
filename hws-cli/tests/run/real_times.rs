//! `--error-model`, `--seed` and the lead of pre-completes.

use super::STG;
use crate::common::{file, json, refused};

/// Two tasks of 1000 and 2000 cycles, one after the other; their real times are never shorter with `low`.
#[test]
fn real_times_are_drawn_by_seed() {
    let graph = file("run/errors/g.stg", STG);
    let makespan = |options: &[&str]| {
        let makespan = json(&[&["run", &graph], options].concat())["makespan"].as_u64();
        makespan.unwrap()
    };
    let plain = makespan(&[]);
    assert_eq!(makespan(&["--error-model", "none", "--seed", "1"]), plain);
    let low: Vec<u64> =
        ["0", "1", "2", "3"].iter().map(|seed| makespan(&["--error-model", "low", "--seed", seed])).collect();
    assert!(
        low.iter().all(|&low| low >= plain) && low.iter().any(|&other| other != low[0]),
        "{plain} {low:?}"
    );
    assert_eq!(makespan(&["--error-model", "low"]), low[0]);
    assert_ne!(makespan(&["--error-model", "uniform:30%"]), plain);
}

#[test]
fn sips_that_report_pre_complete_get_early_launches() {
    let early = |policies: &[&str]| {
        let policies = policies.iter().flat_map(|policy| ["--policy", policy]);
        let arguments: Vec<&str> = ["run", "examples/detector.yaml"].into_iter().chain(policies).collect();
        json(&arguments)["launches"]["early"].as_u64().unwrap()
    };
    assert_eq!(early(&["early_launch=report"]), 0);
    assert!(early(&["early_launch=report", "pre_complete_lead=200"]) > 0);
    assert_eq!(early(&["pre_complete_lead=200"]), 0);
    assert!(early(&["early_launch=estimate", "early_launch.offset=200"]) > 0);
}

#[test]
fn errors_name_the_valid_values() {
    assert!(refused(&["run", "--error-model", "high"]).contains("; give none, low, or uniform:N%"));
    let error = refused(&["run", "--seed", "1"]);
    assert!(error.starts_with("error: seed 1: nothing is random without an error model; choose"), "{error}");
}
