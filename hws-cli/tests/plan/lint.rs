//! `hws plan lint`.

use serde_json::Value;

use super::{fed, is_refused, plan};
use crate::common::file;

const PLAN: &str = "examples/plans/two_stages.json";

/// The rules found by a JSON report.
fn rules(out: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(out).unwrap();
    let findings = report["findings"].as_array().unwrap().iter();
    findings.map(|finding| finding["rule"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_plan_without_findings() {
    let (status, out, said) = plan(&["lint", PLAN]);
    assert_eq!((status, out.as_str(), said.as_str()), (Some(0), "0 errors, 0 warnings\n", ""));
}

#[test]
fn the_machine_is_that_of_the_configuration() {
    let small = file("plan/lint/small.yaml", "hardware: { topology: 6x4 }\n");
    let (status, out, _) = plan(&["lint", PLAN, "--config", &small, "--json"]);
    assert_eq!((status, rules(&out)), (Some(1), vec!["machine".to_owned()]));
    let narrow = file("plan/lint/narrow.yaml", "contexts: { 0: { \"2\": 0x10 } }\n");
    let (status, out, _) = plan(&["lint", PLAN, "--config", &narrow, "--json"]);
    // The prefetch and its kernel; no two SIPs are left to context 0.
    assert_eq!((status, rules(&out)), (Some(1), vec!["place".to_owned(); 2]));
    is_refused(plan(&["lint", PLAN, "--config", "Cargo.toml"]), "Cargo.toml:");
}

#[test]
fn graphs_are_linted_as_the_plans_they_become() {
    let wide = "4\n0 5 0\n1 5 0\n2 5 0\n3 5 1 2\n";
    let (status, out, said) = fed(&["lint", "--json"], wide);
    assert_eq!((status, said.as_str(), rules(&out)), (Some(0), "", vec!["wide".to_owned()]));
    let top = file("plan/lint/top.yaml", "hardware: { registers: { P_TOP_K: 3 } }\n");
    let (status, out, _) = fed(&["lint", "--json", "--config", &top], wide);
    assert_eq!((status, rules(&out)), (Some(0), Vec::new()));
    let (status, _, said) = plan(&["lint", "examples/detector.yaml"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
}

#[test]
fn what_cannot_be_read_is_refused() {
    is_refused(fed(&["lint"], "no graph"), "standard input: not a format this program reads");
    is_refused(fed(&["lint"], "{\"hws_plan\": 1}"), "standard input:1:15: missing field `name`");
}
